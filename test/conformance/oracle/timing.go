package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"
)

// timing is what benchmarks compare against: Solve alone, without building catalogue, cluster and topology.
type timing struct {
	Name     string  `json:"name"`
	Pods     int     `json:"pods"`
	MedianMs float64 `json:"medianMs"`
	MinMs    float64 `json:"minMs"`
}

func timeSolve(s *scenario, count int) any {
	times := make([]time.Duration, count)
	for i := range times {
		// Garbage of the set-up must not be collected during Solve.
		runtime.GC()
		_, elapsed, err := s.run()
		if err != nil {
			return answer{Name: s.Name, Error: err.Error()}
		}
		times[i] = elapsed
	}
	slices.Sort(times)
	return timing{Name: s.Name, Pods: len(s.Pods), MedianMs: milliseconds(times[count/2]), MinMs: milliseconds(times[0])}
}

func milliseconds(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}

// runGuarded is a run whose panic does not end the process: workers run outside of the reach of the caller's recover.
func (s *scenario) runGuarded() (result *decision, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("Karpenter panicked: %v", problem)
		}
	}()
	result, _, err = s.run()
	return result, err
}
