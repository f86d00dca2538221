// Days and times of day as the reader's clock and language write them.

// Browsers write no dates in Haitian Creole; without French they would write English ones.
const locales = (lang: string): string[] => (lang === 'ht' ? ['ht', 'fr'] : [lang])

// dayText writes a day.
export const dayText = (at: Date): string => at.toLocaleDateString(locales(document.documentElement.lang), { dateStyle: 'medium' })

// whenText writes a time, without the day if it is today's.
export function whenText(at: Date): string {
  const today = at.toDateString() === new Date().toDateString()
  return at.toLocaleString(locales(document.documentElement.lang), today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' })
}
