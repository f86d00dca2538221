// Package storetest holds the tests that every [store.Store] implementation must pass.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rosette/play"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// Run runs all tests, each on an empty store returned by open.
func Run(t *testing.T, open func(*testing.T) store.Store) {
	for name, test := range guarantees {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// guarantees are the tests for every implementation.
var guarantees = map[string]func(*testing.T, store.Store){
	"RecordsAreReadAsTheyWereAppended":               readAsWritten,
	"AnAppendAfterAnOldRecordIsStale":                stale,
	"AnAppendIsDoneAsAWholeOrNotAtAll":               allOrNone,
	"RecordsOutOfOrderAreRefused":                    order,
	"OfManyWritersOneWinsEachNumber":                 manyWriters,
	"ACanceledAppendWritesNothing":                   canceled,
	"EveryStreamIsListedOnce":                        streams,
	"AClosedStoreReturnsErrClosed":                   closed,
	"AReaderMayStopWhileWritersGoOn":                 stopReading,
	"AnUnknownStreamIsNoEmptyStream":                 noStream,
	"AStreamOfManyRecordsIsReadFromAnyNumber":        long,
	"PositionsHaveNoGapAndKeepTheOrderOfStreams":     positions,
	"WhoFollowsSeesEveryRecordOnce":                  followed,
	"AScheduleIsThatOfTheLastAppend":                 schedules,
	"AStaleAppendLeavesTheSchedule":                  staleSchedule,
	"AGapBetweenHeartbeatsIsAnOutage":                alive,
	"OutagesAreInOrderOfTime":                        outages,
	"GamesAreListedByActorAndState":                  games,
	"AGameHasItsPlayersByTheirPresentColours":        gameFields,
	"GamesAreTheSameFollowedAndRebuilt":              rebuilt,
	"AProjectorContinuesWhereAnotherStopped":         continued,
	"TwoProjectorsMakeEachChangeOnce":                twoProjectors,
	"AnEventOfANewerProgramDelaysNoGame":             unknownEvent,
	"AFollowerWaitsForALowerPosition":                waits,
	"ARunningProjectorFollowsAndStopsWithItsContext": runs,
	"ANameThatNoDatabaseCanKeepIsNobodys":            strangeNames,
	"ALeaseThatHasRunOutLosesItsMatches":             leases,
	"WhatHasGrownIsFoundByPosition":                  grown,
	"AReviewIsKeptUntilItIsRemoved":                  reviewsAreKept,
	"ANameIsGivenOutOnce":                            nameTaken,
	"AUserIsChangedAsAWholeOrNotAtAll":               changedUser,
	"UsersAreFoundByNameAndAddress":                  foundUsers,
	"AKeyIsNotStoredInThePlaceOfItsHash":             secretsAreNotStored,
	"SessionsAreListedAndEnded":                      sessionList,
	"ABelongingIsFoundByOwnerAndByID":                belongings,
	"ABelongingThatSomebodyHasIsNotAdded":            takenBelonging,
	"ClosingAnAccountLeavesNothingButItsName":        closedAccount,
	"AnOfferIsKeptAsItWasMade":                       offerIsKept,
	"ConditionalMovesAreKeptByPlayerAndReplaced":     conditionalMoves,
	"ConditionalMovesThatWereReplacedDoNotEnd":       conditionalEnds,
	"ALineIsHiddenAndFoundByItsActor":                hiddenLines,
	"RoomsAreListedByTheirLatestLine":                roomsByLatest,
	"AConversationCountsWhatIsUnread":                conversations,
	"WhatACloserHasSaidGoes":                         closedWords,
	"OnlyTheLastMuteHolds":                           mutes,
	"AReportIsSettledOnce":                           reports,
	"TheLogOfModeratorsIsNumbered":                   entries,
	"AnActOfAModeratorAndItsEntryAreStoredTogether":  actsAreLogged,
	"AnActThatIsRefusedHasNoEntry":                   refusedActsAreNotLogged,
	"TheLastAdministratorStays":                      lastAdmin,
	"OfAdministratorsWhoDemoteEachOtherOneStays":     adminsDemoteEachOther,
	"LinesAreKeptByRoom":                             linesAreKeptByRoom,
	"NoticesFollowTheLog":                            noticesFollowTheLog,
	"LettersAreDueInOrderAndNotOfSomeDomains":        lettersAreDueInOrderAndNotOfSomeDomains,
	"ALetterIsTakenByOneAndByAnotherWhenThatIsGone":  aLetterIsTakenByOneAndByAnotherWhenThatIsGone,
	"ANoticeIsTakenByOne":                            aNoticeIsTakenByOne,
	"DevicesAreOfOneActorEach":                       devicesAreOfOneActorEach,
	"LinesOfManyGetOneNumberEach":                    linesOfManyGetOneNumberEach,
	"OffersAreListedByKindAndPerson":                 offersAreListed,
	"OfManyAnswersToAnOfferOneCounts":                offerIsSettledOnce,
	"TheOpenOffersOfAPersonAreLimited":               openOffersAreLimited,
	"SeeksLastAsLongAsTheirMakersAreSeen":            seenMakersKeepTheirSeeks,
	"OffersThatHaveEndedAreSwept":                    endedOffersAreSwept,

	"OfAStreamThatWasRemovedOnlyThePlacesAreLeft": removed,
	"GamesOfGuestsExpireWithWhatStandsBesideThem": guestGamesExpire,
	"SessionsThatNobodyUsesExpire":                unusedSessionsExpire,
	"ClosingAnAccountForgetsWhatWasSaid":          closedAccountIsSilent,

	"AProjectionOfAFeatureIsKeptAndContinued":           projectionKept,
	"AProjectionOfAFeatureIsRebuilt":                    projectionRebuilt,
	"AProjectionThatFailsChangesNothingAndStopsNoOther": projectionFails,

	"ARatedGameChangesTheRatingsOfItsPlayers": ratedGame,
	"RatingsAreTheSameFollowedAndRebuilt":     ratingsRebuilt,
	"TheOrderOfDeliveryChangesNoRating":       ratingsDelivered,
	"AnAnnulledGameCountsForNobody":           ratingsAnnulled,
	"OneOfSeveralModeratorsJudges":            judgedOnce,
	"RatingsAreMadeAnewInPieces":              ratedInPieces,
	"LeadersAreThoseWithRatingsThatAreKnown":  leaders,
	"LopsidedPairsAreSummedUp":                lopsided,
	"GamesAreFoundByAFilter":                  gamesFound,
}

// noon is the first record's time.
var noon = time.Date(2024, 5, 1, 12, 0, 0, 123456789, time.UTC)

// Records returns n records after number after; id distinguishes them from other writers' records.
func Records(after, n int, id string) (records []store.Record) {
	for i := range n {
		seq := after + 1 + i
		records = append(records, store.Record{
			Seq: seq, Kind: "passed", Actor: "guest/" + id, At: noon.Add(time.Duration(seq) * time.Second), Version: 7,
			Body: fmt.Appendf(nil, `{"é":"%s","n":%d}`, id, seq),
		})
	}
	return records
}

// must appends records to a stream.
func must(t testing.TB, s store.Log, stream string, after int, records []store.Record) {
	t.Helper()
	if err := s.Append(t.Context(), stream, after, records, play.Schedule{}); err != nil {
		t.Fatal(err)
	}
}

// read returns the records in a stream after a number.
func read(t testing.TB, s store.Log, stream string, after int) []store.Record {
	t.Helper()
	records, err := s.Read(t.Context(), stream, after)
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// all collects an iterator's items.
func all[T any](t testing.TB, seq iter.Seq2[T, error]) (found []T) {
	t.Helper()
	for one, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, one)
	}
	return found
}

// stored returns records in the form that a store returns.
func stored(stream string, position int64, records []store.Record) []store.Record {
	records = slices.Clone(records)
	for i := range records {
		records[i].Stream, records[i].Position = stream, position+int64(i)
	}
	return records
}

func readAsWritten(t *testing.T, s store.Store) {
	written := Records(0, 3, "ada")
	must(t, s, "m", 0, written[:1])
	must(t, s, "other", 0, Records(0, 1, "bob"))
	must(t, s, "m", 1, written[1:])
	want := append(stored("m", 1, written[:1]), stored("m", 3, written[1:])...)
	if got := read(t, s, "m", 0); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	since, err := s.Since(t.Context(), 0, 10)
	if err != nil || len(since) != 4 || since[1].Stream != "other" || !reflect.DeepEqual(since[2], want[1]) {
		t.Errorf("%+v, %v", since, err)
	}
	written[0].Body[0] = '!' // the store has its own bytes
	if got := read(t, s, "m", 0); got[0].Body[0] != '{' {
		t.Errorf("the body became %q", got[0].Body)
	}
}

func stale(t *testing.T, s store.Store) {
	must(t, s, "m", 0, Records(0, 3, "a"))
	for _, after := range []int{0, 1, 2, 4} {
		if err := s.Append(t.Context(), "m", after, Records(after, 2, "b"), play.Schedule{}); !errors.Is(err,
			play.ErrStale) {
			t.Errorf("after %d of 3: %v", after, err)
		}
	}
	if err := s.Append(t.Context(), "new", 2, Records(2, 1, "b"), play.Schedule{}); !errors.Is(err, play.ErrStale) {
		t.Errorf("after 2 of none: %v", err)
	}
	if got := read(t, s, "m", 0); len(got) != 3 {
		t.Errorf("%d records, want 3", len(got))
	}
	if got, err := s.Since(t.Context(), 0, 10); err != nil || len(got) != 3 {
		t.Errorf("%d records in all, want 3; %v", len(got), err)
	}
}

func allOrNone(t *testing.T, s store.Store) {
	var group sync.WaitGroup
	for w := range 8 {
		group.Go(func() {
			for i := range 10 {
				err := s.Append(t.Context(), "m", 3*i, Records(3*i, 3, fmt.Sprint(w)), play.Schedule{})
				if err != nil && !errors.Is(err, play.ErrStale) {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	for i, r := range read(t, s, "m", 0) {
		if first := read(t, s, "m", 0)[i/3*3]; r.Actor != first.Actor {
			t.Errorf("record %d is of %s, the first of its append of %s", r.Seq, r.Actor, first.Actor)
		}
	}
}

func order(t *testing.T, s store.Store) {
	gap := Records(0, 3, "a")
	for after, bad := range map[int][]store.Record{0: {gap[0], gap[2]}, 1: gap, 2: {}} {
		if err := s.Append(t.Context(), "m", after, bad, play.Schedule{}); err == nil || errors.Is(err, play.ErrStale) {
			t.Errorf("%d records after %d: %v", len(bad), after, err)
		}
	}
	if err := s.Append(t.Context(), "", 0, gap, play.Schedule{}); err == nil {
		t.Error("a stream without a name was taken")
	}
}

func manyWriters(t *testing.T, s store.Store) {
	const writers, each = 16, 20
	var group sync.WaitGroup
	var won [writers*each + 1]atomic.Int32
	for w := range writers {
		who := fmt.Sprint(w)
		group.Go(func() {
			for seq := 0; seq < writers*each; {
				switch err := s.Append(t.Context(), "m", seq, Records(seq, 1, who), play.Schedule{}); {
				case err == nil:
					won[seq+1].Add(1)
					seq++
				case errors.Is(err, play.ErrStale):
					later, err := s.Read(t.Context(), "m", seq)
					if err != nil || len(later) == 0 {
						t.Errorf("stale after %d, and the later records are %v, %v", seq, later, err)
						return
					}
					seq += len(later)
				default:
					t.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	for i, r := range read(t, s, "m", 0) {
		if r.Seq != i+1 || won[i+1].Load() != 1 {
			t.Errorf("record %d at %d was won by %d", r.Seq, i+1, won[i+1].Load())
		}
	}
}

func canceled(t *testing.T, s store.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Append(ctx, "m", 0, Records(0, 1, "a"), play.Schedule{}); !errors.Is(err, context.Canceled) {
		t.Errorf("append: %v", err)
	}
	if _, err := s.Read(ctx, "m", 0); !errors.Is(err, context.Canceled) {
		t.Errorf("read: %v", err)
	}
	if _, err := s.Read(t.Context(), "m", 0); !errors.Is(err, play.ErrNoMatch) {
		t.Errorf("something was written: %v", err)
	}
}

func streams(t *testing.T, s store.Store) {
	for _, stream := range []string{"b", "a", "c"} {
		must(t, s, stream, 0, Records(0, 2, "x"))
	}
	if names := all(t, s.Streams(t.Context())); !slices.Equal(names, []string{"a", "b", "c"}) {
		t.Errorf("streams %v", names)
	}
}

func closed(t *testing.T, s store.Store) {
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for name, err := range map[string]error{
		"append":   s.Append(t.Context(), "m", 0, Records(0, 1, "a"), play.Schedule{}),
		"read":     second(s.Read(t.Context(), "m", 0)),
		"since":    second(s.Since(t.Context(), 0, 1)),
		"alive":    second(s.Alive(t.Context(), noon, 0)),
		"outages":  second(s.Outages(t.Context())),
		"session":  second(tables.Accounts(s).Session(t.Context(), hash("a"))),
		"games":    second(s.Games().Running(t.Context(), 1, 0)),
		"position": second(s.Games().Position(t.Context())),
	} {
		if !errors.Is(err, store.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, err := range s.Streams(t.Context()) {
		if !errors.Is(err, store.ErrClosed) {
			t.Errorf("streams: %v", err)
		}
	}
}

// second returns the second result.
func second[T any](_ T, err error) error { return err }

func stopReading(t *testing.T, s store.Store) {
	for i := range 20 {
		must(t, s, fmt.Sprint(i), 0, Records(0, 1, "a"))
		for name, err := range s.Streams(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			must(t, s, fmt.Sprint(name, "+", i), 0, Records(0, 1, "b"))
			break
		}
	}
}

func noStream(t *testing.T, s store.Store) {
	for _, after := range []int{-1, 0, 5} {
		if _, err := s.Read(t.Context(), "m", after); !errors.Is(err, play.ErrNoMatch) {
			t.Errorf("after %d: %v", after, err)
		}
	}
	must(t, s, "m", 0, Records(0, 1, "a"))
	for _, after := range []int{1, 5} {
		if got := read(t, s, "m", after); len(got) != 0 {
			t.Errorf("after %d of 1: %v", after, got)
		}
	}
}

func long(t *testing.T, s store.Store) {
	const n = 1000
	must(t, s, "m", 0, Records(0, n, "a"))
	for _, after := range []int{-3, 0, 1, 500, n - 1, n} {
		got := read(t, s, "m", after)
		if len(got) != n-max(after, 0) {
			t.Fatalf("%d records after %d of %d", len(got), after, n)
		}
		if len(got) > 0 && got[0].Seq != max(after, 0)+1 {
			t.Errorf("the first after %d is %d", after, got[0].Seq)
		}
	}
}
