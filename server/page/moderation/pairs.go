package moderation

import (
	"cmp"
	"math"
	"strconv"
	"time"

	"rosette/i18n"
	"rosette/server/http/account"
	"rosette/server/http/moderation"
	"rosette/server/http/web"
)

// A pairsPart lists the most lopsided pairs.
type pairsPart struct {
	Lead string
	Rows []pairRow
}

// A pairRow is a pair as shown on a page.
type pairRow struct {
	moderation.Pair
	WinnerPage, LoserPage string // "" for a closed account
	Facts                 []string
	Time                  string
}

// pairsOf returns pairs as shown on a page.
func (s Pages) pairsOf(p page, v web.Visitor, pairs moderation.Pairs) *pairsPart {
	moment := func(at int64) string { return s.at(p.Lang(), v, time.UnixMilli(at)) }
	part := &pairsPart{Lead: say(p, "moderation.pairs.lead", "time", moment(pairs.From))}
	for _, one := range pairs.Pairs {
		row := pairRow{Pair: one, Time: moment(one.Last), Facts: []string{
			p.Count("moderation.pairs.games", one.Games),
			i18n.T(p.Lang(), "moderation.pairs.share", i18n.Args{"n": strconv.Itoa(int(math.Round(100 * one.Share)))}),
			p.Count("moderation.pairs.gained", one.Gained),
		}}
		if one.OneAddress > 0 {
			row.Facts = append(row.Facts, p.Count("moderation.pairs.one-address", one.OneAddress))
		}
		if one.Winner != "" {
			row.WinnerPage = account.Page(one.Winner)
		}
		if one.Loser != "" {
			row.LoserPage = account.Page(one.Loser)
		}
		row.Winner, row.Loser = cmp.Or(one.Winner, p.T("moderation.somebody")), cmp.Or(one.Loser,
			p.T("moderation.somebody"))
		part.Rows = append(part.Rows, row)
	}
	return part
}
