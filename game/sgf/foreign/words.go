package foreign

import (
	"fmt"
	"strconv"
	"strings"

	"rosette/internal/regex"
)

// Servers write results in the language of the user who saves the game, such as "White loses on
// time", "흑 불계승", "白2目半勝ち" or "黑中盘胜".
var (
	blackWords  = regex.MustCompile(`(?i)black|흑|黑|黒|ดำ`)
	whiteWords  = regex.MustCompile(`(?i)white|백|白|ขาว`)
	loseWords   = regex.MustCompile(`(?i)\blose|\blost|패|負け|负$|負$`)
	resignWords = regex.MustCompile(`(?i)resi|불계|中押|中盘|中盤|不計|不计|认输|認輸`)
	timeWords   = regex.MustCompile(`(?i)time|시간|時間|超时|超時|时间`)
	leaveWords  = regex.MustCompile(`(?i)disconnect|forfeit|기권|弃权|棄權|逃`)
	drawWords   = regex.MustCompile(`(?i)\bdraw|jigo|무승부|持碁|和棋|和局`)
	voidWords   = regex.MustCompile(`(?i)\bvoid|no result|무효|無勝負|无胜负`)
	number      = regex.MustCompile(`\d+(?:\.\d+)?`)
	halves      = regex.MustCompile(`半|반`)
)

// resultOf returns a result in the form for RE, or "" if text has no known result.
func resultOf(text string) string {
	text, _, _ = strings.Cut(text, ">>") // the points of both players follow
	winner, at := "B", blackWords.FindStringIndex(text)
	if white := whiteWords.FindStringIndex(text); at == nil || white != nil && white[0] < at[0] {
		winner, at = "W", white
	}
	if at == nil {
		switch {
		case drawWords.MatchString(text):
			return "0"
		case voidWords.MatchString(text):
			return "Void"
		}
		return ""
	}
	text = text[at[1]:]
	if loseWords.MatchString(strings.TrimRight(text, " .!！。")) {
		winner = map[string]string{"B": "W", "W": "B"}[winner]
	}
	points, halved := number.FindString(text), halves.MatchString(text)
	switch {
	case resignWords.MatchString(text):
		return winner + "+R"
	case timeWords.MatchString(text):
		return winner + "+T"
	case leaveWords.MatchString(text):
		return winner + "+F"
	case points == "" && !halved:
		return ""
	case halved && !strings.Contains(points, "."):
		points = strings.TrimPrefix(points, "0") + ".5"
		if points == ".5" {
			points = "0.5"
		}
	}
	return winner + "+" + points
}

// rankWords matches ranks: 7D*, 10K, 9DP, 9P, 5단, 3段, 1급, 5段P, 初段. The star marks an established
// rank.
var rankWords = regex.MustCompile(`(?i)^(\d{1,2}|[初一二三四五六七八九]) *(DP|段P|D|P|K|단|段|프로|급|級|级)([*?]?)$`)

var rankLetters = map[string]string{
	"DP": "p", "段P": "p", "P": "p", "프로": "p", "D": "d", "단": "d", "段": "d", "K": "k", "급": "k", "級": "k", "级": "k",
}

// rankOf returns a rank in FF[4] form, such as 3d, or the text itself if it is not a known rank.
func rankOf(text string) string {
	text = strings.TrimSpace(text)
	parts := rankWords.FindStringSubmatch(text)
	if parts == nil {
		return text
	}
	if digit := strings.Index("初一二三四五六七八九", parts[1]); digit >= 0 {
		parts[1] = strconv.Itoa(max(digit/len("初"), 1))
	}
	return parts[1] + rankLetters[strings.ToUpper(parts[2])] + parts[3]
}

var numbers = regex.MustCompile(`\d+`)

// dateOf returns the day in a time such as "2015- 8-29-22-56-58", "2012年11月22日" or "20170316
// [09:37]" in the form for DT, or "".
func dateOf(text string) string {
	found := numbers.FindAllString(text, 3)
	if len(found) > 0 && len(found[0]) == 8 {
		found = []string{found[0][:4], found[0][4:6], found[0][6:]}
	}
	if len(found) < 3 {
		return ""
	}
	var ymd [3]int
	for i, digits := range found {
		ymd[i], _ = strconv.Atoi(digits) // overflow fails the bounds check below
	}
	if ymd[0] < 1900 || ymd[0] > 2999 || ymd[1] < 1 || ymd[1] > 12 || ymd[2] < 1 || ymd[2] > 31 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", ymd[0], ymd[1], ymd[2])
}
