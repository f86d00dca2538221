// Package metrics exports a server's metrics to Prometheus: request durations and values from its
// parts. The names begin with rosette_.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// namespace is the prefix of all metric names.
const namespace = "rosette"

// Metrics collects a server's metrics. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	appends  prometheus.Histogram
	failed   prometheus.Counter
}

// New returns metrics that include those for the Go runtime and the process.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Name: "request_seconds",
			Help:    "Duration of HTTP requests by route and status; sockets and streams are counted when they end.",
			Buckets: []float64{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10},
		}, []string{"route", "status"}),
		appends: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: namespace, Name: "append_seconds", Help: "Time to store the events of a match in the database.",
			Buckets: []float64{0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2},
		}),
		failed: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: namespace, Name: "append_failures_total",
			Help: "Failed attempts to store the events of a match, except when another process wrote first.",
		}),
	}
	m.registry.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), m.requests, m.appends, m.failed)
	return m
}

// Answered counts an answered request. route is one of a small set of patterns.
func (m *Metrics) Answered(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
}

// Appended counts an attempt to store events.
func (m *Metrics) Appended(took time.Duration, kept bool) {
	if kept {
		m.appends.Observe(took.Seconds())
	} else {
		m.failed.Inc()
	}
}

// Gauge adds a gauge that is read on each request for the metrics.
func (m *Metrics) Gauge(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: namespace, Name: name, Help: help,
	}, read))
}

// Counter adds a counter that is read on each request for the metrics.
func (m *Metrics) Counter(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Namespace: namespace, Name: name, Help: help,
	}, read))
}

// An Emit function reports a value with its label values.
type Emit func(value float64, labels ...string)

// Gauges adds gauges with labels that are read on each request for the metrics.
func (m *Metrics) Gauges(name, help string, read func(Emit), labels ...string) {
	m.registry.MustRegister(described(name, help, prometheus.GaugeValue, read, labels))
}

// Counters adds counters with labels that are read on each request for the metrics.
func (m *Metrics) Counters(name, help string, read func(Emit), labels ...string) {
	m.registry.MustRegister(described(name, help, prometheus.CounterValue, read, labels))
}

// A labelled is a metric with labels.
type labelled struct {
	of   *prometheus.Desc
	kind prometheus.ValueType
	read func(Emit)
}

func described(name, help string, kind prometheus.ValueType, read func(Emit), labels []string) labelled {
	return labelled{prometheus.NewDesc(prometheus.BuildFQName(namespace, "", name), help, labels, nil), kind, read}
}

// Describe implements [prometheus.Collector].
func (l labelled) Describe(all chan<- *prometheus.Desc) { all <- l.of }

// Collect implements [prometheus.Collector].
func (l labelled) Collect(all chan<- prometheus.Metric) {
	l.read(func(value float64, labels ...string) {
		all <- prometheus.MustNewConstMetric(l.of, l.kind, value, labels...)
	})
}

// Version adds the program's version.
func (m *Metrics) Version(version string) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "Always 1; the label is the version of the program.",
		ConstLabels: prometheus.Labels{"version": version},
	}, func() float64 { return 1 }))
}

// Handler returns a handler that responds with all metrics in the Prometheus format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}
