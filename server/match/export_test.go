package match

// LookOften is how often the host polls the log while it is not connected to the others.
const LookOften = fastPollInterval
