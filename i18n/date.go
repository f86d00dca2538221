package i18n

import (
	"strconv"
	"time"
)

// Day formats the day of a time, in its zone, in a language's usual form: 23 Nov 2026.
func Day(lang string, at time.Time) string {
	month := "@date.month." + strconv.Itoa(int(at.Month()))
	return T(lang, "date.day", Args{"day": strconv.Itoa(at.Day()), "month": month, "year": strconv.Itoa(at.Year())})
}

// Moment formats a day with the time of day: 23 Nov 2026, 16:05.
func Moment(lang string, at time.Time) string {
	return T(lang, "date.moment", Args{"day": Day(lang, at), "time": at.Format("15:04")})
}
