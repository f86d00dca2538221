package charset

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A language is a set of charsets, with typical player names and comments.
type language struct {
	name     string
	charsets []string
	players  string // separated by commas
	comments []string
}

var languages = []language{
	{
		"simplified Chinese",
		[]string{"GB18030"},
		"柯洁,古力,常昊,马晓春,聂卫平,陈耀烨,时越,周睿羊,芈昱廷,唐韦星,连笑,杨鼎新,辜梓豪,谢尔豪,丁浩,李轩豪,王星昊,范廷钰,江维杰,檀啸," +
			"於之莹,王晨星,芮乃伟,俞斌,刘小光,张栩,孔杰,罗洗河,胡耀宇,邱峻,谢赫,朴文垚,党毅飞,柁嘉熹,许嘉阳,屠晓宇,李钦诚,赵晨宇,范蕴若,童梦成," +
			"小明,老王,石佛,快乐棋手,天涯浪子,无名氏,九段高手,风清扬,独孤求败,黑白人生",
		[]string{
			"黑中盘胜", "白胜2目半", "第12届三星杯世界围棋公开赛决赛第三局", "执黑的一方在右下角行棋，白棋不得不应。", "这手棋是胜负手！",
			"黑棋先行，贴3又3/4子", "白棋若单关跳，黑棋就拐打，实战进行到此，形势两分。", "超时负", "中国围棋甲级联赛第7轮", "北京 2009年5月1日",
		},
	},
	{
		"traditional Chinese",
		[]string{"Big5"},
		"周俊勳,林君諺,王元均,陳詩淵,許皓鋐,黑嘉嘉,張栩,王立誠,林海峰,蕭正浩,陳祈睿,徐靖恩,賴均輔,簡靖庭,俞俐均,楊博崴,柯潔,聶衛平,馬曉春,古力," +
			"楊鼎新,謝爾豪,羅洗河,劉小光,陳耀燁,吳清源,蘇聖芳,盧鈺樺,張凱馨,白昕卉",
		[]string{
			"黑中盤勝", "白勝2目半", "第25屆三星盃世界圍棋公開賽決賽第三局", "執黑的一方在右下角行棋，白棋不得不應。", "這手棋是勝負手！",
			"黑棋先行，貼7目半", "白棋若單關跳，黑棋就拐打，實戰進行到此，形勢兩分。", "超時負", "海峰棋院 台北", "功許蓋",
		},
	},
	{
		"Japanese",
		[]string{"Shift_JIS", "EUC-JP"},
		"井山裕太,一力遼,芝野虎丸,関航太郎,許家元,張栩,山下敬吾,高尾紳路,羽根直樹,河野臨,趙治勲,小林光一,武宮正樹,加藤正夫,大竹英雄,林海峰,石田芳夫," +
			"藤沢秀行,坂田栄男,依田紀基,王立誠,結城聡,村川大介,余正麒,本木克弥,上野愛咲美,藤沢里菜,仲邑菫,謝依旻,本因坊秀策,呉清源,木谷實,橋本宇太郎,岩本薫," +
			"佐藤,たろう,ヒカル,塔矢アキラ",
		[]string{
			"黒中押し勝ち", "白半目勝ち", "第46期棋聖戦七番勝負第1局", "コミ6目半、白番中押し勝ち", "表ソ", "この手は疑問手だった。白のツケが厳しい。",
			"レーティング対局", "持時間 各8時間", "第2譜（51～100）", "黒の勝ち",
		},
	},
	{
		"Korean",
		[]string{"EUC-KR"},
		"이세돌,이창호,조훈현,서봉수,유창혁,박정환,신진서,변상일,신민준,김지석,최철한,원성진,박영훈,강동윤,이동훈,김명훈,안성준,이지현,백홍석,조한승," +
			"목진석,송태곤,윤준상,허영호,최정,오유진,김채영,박지은,조혜연,김은지,홍길동,바둑왕,돌부처,흑기사,산들바람",
		[]string{
			"흑 불계승", "백 2집반승", "제46기 명인전", "제25회 삼성화재배 월드바둑마스터스 결승 3국", "이 수는 승부수였다.", "호선 : 덤 6집반",
			"제한시간 20분 : 30초 초읽기 3번", "타이젬 바둑", "李昌鎬 曺薰鉉", "백이 귀에서 살면 흑이 곤란하다.", "시간패",
		},
	},
	{
		"Russian",
		[]string{"windows-1251", "KOI8-R"},
		"Илья Шикшин,Александр Динерштейн,Светлана Шикшина,Тимур Санкин,Дмитрий Сурин,Андрей Кашаев,Олег Мезенцев,Виктор Богданов,Ли,Ян,Иван,Анна Ким,Чёрный",
		[]string{
			"Чёрные победили", "белые сдались", "Чемпионат России, 3-й тур", "Москва", "Этот ход был ошибкой, нужно было играть в углу.", "ничья", "ЧЕМПИОНАТ ЕВРОПЫ",
		},
	},
	{
		"French",
		[]string{"ISO-8859-1", "windows-1252"},
		"André Moussa,Frédéric Donzet,Jérôme Hubert,François Borrel,Benoît Robichon,Zoé,Noël,Léo",
		[]string{"Noir gagne à l\x27abandon", "Le coup précédent était une erreur.", "Championnat de France, 3ème ronde", "très intéressant", "Été", "ça va", "après"},
	},
	{
		"German",
		[]string{"ISO-8859-1", "windows-1252"},
		"Jürgen Maier,Björn Müller,Günther,Käthe,Groß,Franz-Josef Dickhut,Jörg",
		[]string{"Schwarz gewinnt mit 3½ Punkten", "Weiß gibt auf", "Köln", "Dieser Zug ist zu groß, Weiß könnte früher schließen.", "Über"},
	},
	{
		"Swedish, Spanish",
		[]string{"ISO-8859-1", "windows-1252"},
		"Åke,Örjan Söderström,José,Begoña,Peña,Pérez,Håkan Åström,Íñigo",
		[]string{"Göteborg", "¿Por qué no? ¡Así es!", "Blanco ganó por tiempo", "Malmö öppna"},
	},
	{
		"Polish, Czech",
		[]string{"windows-1250"},
		"Łukasz,Jiří Dvořák,Zbyněk,Stanisław Frejlak,Małgorzata,Kamil Chwedyna,Radek Nechanický,Ondřej Šilt",
		[]string{"Czarne wygrały przez poddanie", "Mistrzostwa Polski, Wrocław", "Bílý se vzdal", "Příští tah byl chybný", "żółty"},
	},
}

// encoded returns text in a charset, and whether the charset can express it.
func encoded(charset, text string) (string, bool) {
	if charsets[charset].coded == nil {
		return text, true
	}
	data, err := charsets[charset].coded.NewEncoder().String(text)
	return data, err == nil
}

// A trial is a file for the detection.
type trial struct{ group, charset, text, data string }

// trials returns files in several sizes for each language.
func trials(t *testing.T) (all []trial) {
	add := func(group, charset, text string) {
		data, ok := encoded(charset, text)
		if !ok {
			t.Fatalf("%s cannot be written in %s", text, charset)
		}
		all = append(all, trial{group, charset, text, data})
	}
	for _, l := range languages {
		players := strings.Split(l.players, ",")
		for _, charset := range l.charsets {
			for i, one := range players {
				other := players[(i+1)%len(players)]
				comment := l.comments[i%len(l.comments)]
				add("one name", charset, fmt.Sprintf("(;GM[1]FF[4]SZ[19]PB[%s];B[pd];W[dp])", one))
				add("two names", charset, fmt.Sprintf("(;GM[1]FF[4]SZ[19]PB[%s]PW[%s];B[pd];W[dp])", one, other))
				add("two names and a comment", charset, fmt.Sprintf("(;GM[1]PB[%s]PW[%s]RE[%s];B[pd];W[dp]C[good])", one, other, comment))
			}
			for _, comment := range l.comments {
				add("one comment", charset, fmt.Sprintf("(;GM[1]SZ[19];B[pd];W[dp]C[%s];B[dd])", comment))
			}
			add("a whole record", charset, fmt.Sprintf("(;GM[1]PB[%s]PW[%s]C[%s];B[pd];W[dp])", players[0], players[1], strings.Join(l.comments, "\n")))
		}
	}
	return all
}

// missed lists the trials with a wrong guess: very short ones whose bytes are equally likely in
// another language.
var missed = map[string]string{
	"GB18030 PB[檀啸]":          "UTF-8",
	"ISO-8859-1 PB[Íñigo]":    "GB18030",
	"windows-1252 PB[Íñigo]":  "GB18030",
	"windows-1250 C[żółty]":   "Big5",
	"windows-1250 PB[Zbyněk]": "ISO-8859-1",
}

func TestTheCharsetIsGuessed(t *testing.T) {
	found := map[string]string{}
	for _, c := range trials(t) {
		if got := Decode(c.data, nil, ""); got.Text != c.text {
			short := regexp.MustCompile(`(P[BW]|RE|C)\[[^]]*\]`).FindAllString(c.text, -1)
			found[c.charset+" "+strings.Join(short, "")] = got.Charset
		}
	}
	if d := cmp.Diff(missed, found); d != "" {
		t.Errorf("other texts are missed:\n%s", d)
	}
}
