// Package metrics tells Prometheus what a server does: how it answers requests, and
// numbers that its parts know. The names begin with rosette_.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// namespace begins the names of all metrics of the server.
const namespace = "rosette"

// Metrics are the metrics of a server. They are safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	appends  prometheus.Histogram
	failed   prometheus.Counter
}

// New returns metrics with those of Go's runtime and of the process.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Name: "request_seconds", Help: "Time to answer a request over HTTP, by the route and the status; sockets and streams are counted when they end.",
			Buckets: []float64{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10},
		}, []string{"route", "status"}),
		appends: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: namespace, Name: "append_seconds", Help: "Time until the events of a match are kept by the database.",
			Buckets: []float64{0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2},
		}),
		failed: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: namespace, Name: "append_failures_total", Help: "Events of matches that the database did not take, without those that another process was faster to write.",
		}),
	}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), m.requests, m.appends, m.failed)
	return m
}

// Answered counts a request that was answered. route is a pattern of few values.
func (m *Metrics) Answered(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
}

// Appended counts events that were to be kept.
func (m *Metrics) Appended(took time.Duration, kept bool) {
	if kept {
		m.appends.Observe(took.Seconds())
	} else {
		m.failed.Inc()
	}
}

// Gauge adds a number that is read whenever somebody looks.
func (m *Metrics) Gauge(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, read))
}

// Counter adds a number that only grows, read whenever somebody looks.
func (m *Metrics) Counter(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, read))
}

// Emit gives a number with the values of its labels.
type Emit func(value float64, labels ...string)

// Gauges adds numbers with labels, read whenever somebody looks.
func (m *Metrics) Gauges(name, help string, read func(Emit), labels ...string) {
	m.registry.MustRegister(described(name, help, prometheus.GaugeValue, read, labels))
}

// Counters adds numbers with labels that only grow, read whenever somebody looks.
func (m *Metrics) Counters(name, help string, read func(Emit), labels ...string) {
	m.registry.MustRegister(described(name, help, prometheus.CounterValue, read, labels))
}

// A labelled is numbers with labels.
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

// Version adds the version of the program.
func (m *Metrics) Version(version string) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "Always 1; the label is the version of the program.", ConstLabels: prometheus.Labels{"version": version},
	}, func() float64 { return 1 }))
}

// Handler answers with all metrics in the format of Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}
