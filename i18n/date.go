package i18n

import (
	"strconv"
	"time"
)

// Day writes the day of a time, in its zone, as people write it in a language: 23 Nov 2026.
func Day(lang string, at time.Time) string {
	month := "@date.month." + strconv.Itoa(int(at.Month()))
	return T(lang, "date.day", Args{"day": strconv.Itoa(at.Day()), "month": month, "year": strconv.Itoa(at.Year())})
}

// Moment writes a day and the time of day: 23 Nov 2026, 16:05.
func Moment(lang string, at time.Time) string {
	return T(lang, "date.moment", Args{"day": Day(lang, at), "time": at.Format("15:04")})
}
