package match

// LookOften is how often the log is looked at while others are not heard.
const LookOften = fastPollInterval
