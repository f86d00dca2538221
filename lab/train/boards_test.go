package train

import (
	"fmt"
	"strings"
	"testing"
)

func TestAListOfBoardsHasFrequencies(t *testing.T) {
	all, err := ReadBoards("rosette-3, rosette-4=2,rosette-5=0.5")
	if err != nil {
		t.Fatal(err)
	}
	var read []string
	for _, b := range all {
		read = append(read, fmt.Sprintf("%s=%v", b.Value.Name(), b.Weight))
	}
	if got := strings.Join(read, " "); got != "rosette-3=1 rosette-4=2 rosette-5=0.5" {
		t.Errorf("read are %s", got)
	}
}

func TestAWrongListOfBoardsIsRefused(t *testing.T) {
	for list, want := range map[string]string{
		"rosette-1=0":          "rosette-1=0; write its frequency relative to the others, such as rosette-1=2",
		"rosette-1=-1":         "rosette-1=-1; write its frequency relative to the others, such as rosette-1=2",
		"rosette-1=x":          "rosette-1=x; write its frequency relative to the others, such as rosette-1=2",
		"rosette-1=NaN":        "rosette-1=NaN; write its frequency relative to the others, such as rosette-1=2",
		"rosette-1=1e9":        "rosette-1=1e9; write its frequency relative to the others, such as rosette-1=2",
		"rosette-1,square-5":   "rosette-1,square-5: a network serves honeycombs or square boards, not both",
		"rosette-1,hexagonal!": "rosette-1,hexagonal!: ",
		"":                     ": ",
	} {
		if _, err := ReadBoards(list); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", list, err, want)
		}
	}
}

func TestNamesInARunDirectory(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{DirName("rosette-5"), "train-rosette-5"},
		{DirName("rosette-3, rosette-4=2"), "train-rosette-3-rosette-4x2"},
		{batchPrefix(0), "000001"},
		{batchPrefix(1_234_567), "1234568"},
		{networkName(1), "000000.rnet"},
		{networkName(42), "000041.rnet"},
	} {
		if c.got != c.want {
			t.Errorf("the name is %s, want %s", c.got, c.want)
		}
	}
}
