package analysis

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// settings reads overrideSettings: some have their effect, some that KataGo
// knows have none here, and some nobody knows.
func (q *query) settings(raw json.RawMessage) error {
	var o object
	if json.Unmarshal(raw, &o) != nil || o == nil {
		return fmt.Errorf("must be an object")
	}
	var vain, unknown []string
	for _, key := range slices.Sorted(maps.Keys(o)) {
		set, ok := settings[key]
		switch {
		case ok:
			if err := set(q, bare(o[key])); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		case KnownSetting(key):
			vain = append(vain, key)
		default:
			unknown = append(unknown, key)
		}
	}
	if len(vain) > 0 {
		q.warnings = append(q.warnings, fault{"overrideSettings", "no effect on this search: " + strings.Join(vain, ",")})
	}
	if len(unknown) > 0 {
		q.warnings = append(q.warnings, fault{"overrideSettings", "unknown settings: " + strings.Join(unknown, ",")})
	}
	return nil
}

// bare is a value as a file of settings has it: a string without its quotes.
func bare(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil && string(raw) != "null" {
		return text
	}
	return string(raw)
}

// settings are those that change what a query gets; add a line to teach one.
var settings = map[string]func(*query, string) error{
	"reportAnalysisWinratesAs": func(q *query, text string) (err error) {
		q.view, err = ParseView(text)
		return err
	},
	"maxVisits":   visits,
	"maxPlayouts": visits,
	"maxTime": func(q *query, text string) error {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= 0) {
			return fmt.Errorf("%q is no number of seconds", text)
		}
		q.question.Time = seconds(min(max(x, 0.001), 1e6))
		return nil
	},
	"analysisPVLen": func(q *query, text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 1000 {
			return fmt.Errorf("%q is no whole number from 1 to 1000", text)
		}
		q.line = n
		return nil
	},
}

func visits(q *query, text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is no whole number from 1", text)
	}
	q.question.Visits = int(min(n, mostVisits))
	return nil
}

// ParseView reads a View as KataGo does, in letters of any size.
func ParseView(text string) (View, error) {
	switch strings.ToUpper(text) {
	case "B", "BLACK":
		return AsBlack, nil
	case "W", "WHITE":
		return AsWhite, nil
	case "SIDETOMOVE":
		return AsSideToMove, nil
	}
	return "", fmt.Errorf("%q; use BLACK, WHITE or SIDETOMOVE", text)
}

// KnownSetting tells whether KataGo has a setting of that name.
func KnownSetting(name string) bool {
	_, ours := settings[name]
	return ours || slices.Contains(katago, name)
}

// katago are the names of KataGo's settings that this search has no use for.
var katago = strings.Fields(`
antiMirror avoidRepeatedPatternUtility allowSelfAtari allowResignation assumeMultipleStartingBlackMovesAreHandicap
chosenMovePrune chosenMoveSubtract chosenMoveTemperature chosenMoveTemperatureEarly chosenMoveTemperatureHalflife
chosenMoveTemperatureOnlyBelowProb conservativePass cpuctExploration cpuctExplorationBase cpuctExplorationLog
cpuctUtilityStdevPrior cpuctUtilityStdevPriorWeight cpuctUtilityStdevScale deviceToUse drawEquivalentWinsForWhite
dynamicScoreCenterScale dynamicScoreCenterZeroWeight dynamicScoreUtilityFactor enablePassingHacks enableMorePassingHacks
fillDameBeforePass forDeterministicTesting fpuLossProp fpuParentWeight fpuParentWeightByVisitedPolicy
fpuParentWeightByVisitedPolicyPow fpuReductionMax friendlyPassOk futileVisitsThreshold
graphSearchCatchUpLeakProb graphSearchCatchUpProp graphSearchRepBound homeDataDir humanSLChosenMoveIgnorePass
humanSLChosenMovePiklLambda humanSLChosenMoveProp humanSLCpuctExploration humanSLCpuctPermanent
humanSLOppExploreProbWeightful humanSLOppExploreProbWeightless humanSLPlaExploreProbWeightful
humanSLPlaExploreProbWeightless humanSLProfile humanSLRootExploreProbWeightful humanSLRootExploreProbWeightless
ignoreAllHistory ignorePreRootHistory lagBuffer lcbStdevs logAllRequests logAllResponses logDir logDirDated
logErrorsAndWarnings logFile logSearchInfo logTimeStamp logToStderr logToStdout maxTimePondering
maxVisitsPondering minPlayoutsPerThread minVisitPropForLCB nnCacheSizePowerOfTwo nnForcedSymmetry nnMaxBatchSize
nnMutexPoolSizePowerOfTwo nnPolicyTemperature nnRandSeed nnRandomize noResultUtilityForWhite nodeTableShardsPowerOfTwo
noisePruneUtilityScale noisePruningCap numEigenThreadsPerModel numNNServerThreadsPerModel numVirtualLossesPerThread
playoutDoublingAdvantage playoutDoublingAdvantagePla policyOptimism ponderingEnabled preventCleanupPhase resignThreshold
rootDesiredPerChildVisitsCoeff rootDirichletNoiseTotalConcentration rootDirichletNoiseWeight rootEndingBonusPoints
rootFpuLossProp rootFpuReductionMax rootNoiseEnabled rootNumSymmetriesToSample rootPolicyOptimism rootPolicyTemperature
rootPolicyTemperatureEarly rootPruneUselessMoves rootSymmetryPruning searchFactorAfterOnePass searchFactorAfterTwoPass
staticScoreUtilityFactor subtreeValueBiasFactor subtreeValueBiasFreeProp subtreeValueBiasTableNumShards
subtreeValueBiasWeightExponent treeReuseCarryOverTimeFactor uncertaintyCoeff uncertaintyExponent uncertaintyMaxWeight
useEvalCache useGraphSearch useLcbForSelection useNoisePruning useNonBuggyLcb useUncertainty valueWeightExponent
wideRootNoise winLossUtilityFactor
`)
