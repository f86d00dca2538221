package analysis

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// knownSetting reports whether KataGo has the named setting.
func knownSetting(name string) bool {
	_, ours := settings[name]
	return ours || slices.Contains(unusedSettings, name) ||
		slices.ContainsFunc(settingPrefixes, func(first string) bool { return strings.HasPrefix(name, first) })
}

// checkUnused returns an error for a value that KataGo would refuse, for a setting without effect
// here.
func checkUnused(name, text string) error {
	if slices.Contains(boolSettings, name) {
		if _, err := strconv.ParseBool(strings.ToLower(text)); err != nil {
			return fmt.Errorf("%q; use true or false", text)
		}
	}
	if _, ok := settingBounds[name]; ok {
		_, err := parseBounded(name, text)
		return err
	}
	return nil
}

// parseBounded parses a numeric setting within KataGo's bounds. The name must be in settingBounds.
func parseBounded(name, text string) (float64, error) {
	b := settingBounds[name]
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= b[0] && x <= b[1]) {
		return 0, fmt.Errorf("%q is not a number from %v to %v", text, b[0], b[1])
	}
	return x, nil
}

// settingBounds holds KataGo's bounds for the most frequently used numeric settings.
var settingBounds = map[string][2]float64{
	"cpuctExploration":          {0, 10},
	"dynamicScoreUtilityFactor": {0, 1},
	"fpuReductionMax":           {0, 2},
	"playoutDoublingAdvantage":  {-3, 3},
	"rootFpuReductionMax":       {0, 2},
	"rootNumSymmetriesToSample": {1, 8},
	"rootPolicyTemperature":     {0.01, 100},
	"staticScoreUtilityFactor":  {0, 1},
	"wideRootNoise":             {0, 5},
	"winLossUtilityFactor":      {0, 1},
}

// boolSettings are the most frequently used boolean settings.
var boolSettings = []string{"antiMirror", "conservativePass", "ignorePreRootHistory"}

// settingPrefixes are common prefixes of KataGo settings.
var settingPrefixes = []string{
	"autoAvoidRepeat", "avoidSgf", "cuda", "deviceToUse", "gpuToUse", "metal", "opencl", "trt",
}

// unusedSettings are KataGo settings without effect here.
var unusedSettings = strings.Fields(`
allowResignation allowSelfAtari analysisIgnorePreRootHistory analysisWideRootNoise antiMirror
assumeMultipleStartingBlackMovesAreHandicap avoidMYTDaggerHack avoidRepeatedPatternUtility chosenMovePrune
chosenMoveSubtract chosenMoveTemperature chosenMoveTemperatureEarly chosenMoveTemperatureHalflife
chosenMoveTemperatureOnlyBelowProb conservativePass cpuctExploration cpuctExplorationBase cpuctExplorationLog
cpuctUtilityStdevPrior cpuctUtilityStdevPriorWeight cpuctUtilityStdevScale defaultBoardSize defaultBoardXSize
defaultBoardYSize delayMoveMax delayMoveScale deviceToUse drawEquivalentWinsForWhite
dynamicPlayoutDoublingAdvantageCapPerOppLead dynamicScoreCenterScale dynamicScoreCenterZeroWeight
dynamicScoreUtilityFactor enableMorePassingHacks enablePassingHacks endgameTurnTimeDecay evalCacheMinVisits
fillDameBeforePass forDeterministicTesting fpuLossProp fpuParentWeight fpuParentWeightByVisitedPolicy
fpuParentWeightByVisitedPolicyPow fpuReductionMax friendlyPassOk futileVisitsThreshold graphSearchCatchUpLeakProb
graphSearchCatchUpProp graphSearchRepBound gtpForceMaxNNSize hasButton homeDataDir humanSLChosenMoveIgnorePass
humanSLChosenMovePiklLambda humanSLChosenMoveProp humanSLCpuctExploration humanSLCpuctPermanent
humanSLOppExploreProbWeightful humanSLOppExploreProbWeightless humanSLPlaExploreProbWeightful
humanSLPlaExploreProbWeightless humanSLRootExploreProbWeightful humanSLRootExploreProbWeightless ignoreAllHistory
ignoreGTPAndForceKomi ignorePreRootHistory inputsUseNHWC koRule lagBuffer logAllGTPCommunication logAllRequests
logAllResponses logDir logDirDated logErrorsAndWarnings logFile logSearchInfo logSearchInfoForChosenMove logTimeStamp
logToStderr logToStdout maxBoardSizeForNNBuffer maxBoardXSizeForNNBuffer maxBoardYSizeForNNBuffer maxPlayoutsPondering
maxTimePondering maxVisitsPondering midgameTimeFactor midgameTurnPeakTime minPlayoutsPerThread minVisitPropForLCB
multiStoneSuicideLegal nnCacheSizePowerOfTwo nnForcedSymmetry nnMaxBatchSize nnMutexPoolSizePowerOfTwo
nnPolicyTemperature nnRandomize nnRandSeed nodeTableShardsPowerOfTwo noisePruneUtilityScale noisePruningCap
noResultUtilityForWhite numEigenThreadsPerModel numNNServerThreadsPerModel numSearchThreads numVirtualLossesPerThread
obviousMovesPolicyEntropyTolerance obviousMovesPolicySurpriseTolerance obviousMovesTimeFactor ogsChatToStderr
overallocateTimeFactor playoutDoublingAdvantage playoutDoublingAdvantagePla policyOptimism ponderingEnabled
preventCleanupPhase requireMaxBoardSize resignConsecTurns resignMinMovesPerBoardArea resignMinScoreDifference
resignThreshold rootDesiredPerChildVisitsCoeff rootDirichletNoiseTotalConcentration rootDirichletNoiseWeight
rootEndingBonusPoints rootFpuLossProp rootFpuReductionMax rootNoiseEnabled rootNumSymmetriesToSample
rootPolicyOptimism rootPolicyTemperatureEarly rootPruneUselessMoves rules
scoringRule searchFactorAfterOnePass searchFactorAfterTwoPass searchFactorWhenWinning searchFactorWhenWinningThreshold
searchRandSeed startupPrintMessageToStderr staticScoreUtilityFactor subtreeValueBiasFactor subtreeValueBiasFreeProp
subtreeValueBiasTableNumShards subtreeValueBiasWeightExponent taxRule treeReuseCarryOverTimeFactor uncertaintyCoeff
uncertaintyExponent uncertaintyMaxWeight useEvalCache useFP16 useGraphSearch useLcbForSelection useNoisePruning
useNonBuggyLcb useUncertainty valueWeightExponent whiteHandicapBonus winLossUtilityFactor
`)
