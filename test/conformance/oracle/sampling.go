package main

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"
)

// sampling is how often a scenario is run before its decision is believed. Karpenter picks by the order of Go maps in
// places, so one run says little about what it may do.
type sampling struct {
	runs         int
	envelopeRuns int
	envelopeTime time.Duration
	workers      int
}

// outcome is one distinct decision and how often it came.
type outcome struct {
	Seen   int       `json:"seen"`
	Result *decision `json:"result"`

	identity string
}

// manyOutcomes is the number of outcomes above which, if the list is not complete anyway, only a few are stored.
const manyOutcomes, fewOutcomes = 12, 3

// oftenEnough is how often each outcome must be seen for the list of them to count as complete.
const oftenEnough = 3

// distribution is what a scenario with more than one outcome is recorded as.
type distribution struct {
	Repeats  int       `json:"repeats"`
	Distinct int       `json:"distinct"`
	Complete bool      `json:"complete"`
	Outcomes []outcome `json:"outcomes"`
	Envelope envelope  `json:"envelope"`
}

func (p sampling) record(s *scenario) any {
	start := time.Now()
	results, err := p.runMany(s, max(p.runs, 1))
	if err != nil {
		return answer{Name: s.Name, Error: err.Error()}
	}
	outcomes := tally(results)
	for len(outcomes) > 1 && len(results) < p.envelopeRuns && time.Since(start) < p.envelopeTime {
		more, err := p.runMany(s, min(p.envelopeRuns-len(results), max(p.runs, 1)))
		if err != nil {
			return answer{Name: s.Name, Error: err.Error()}
		}
		results = append(results, more...)
		outcomes = tally(results)
	}
	if len(outcomes) == 1 {
		return answer{Name: s.Name, Kind: "exact", Expected: outcomes[0].Result}
	}
	return answer{Name: s.Name, Kind: "envelope", Expected: describe(outcomes, len(results))}
}

func describe(outcomes []outcome, repeats int) distribution {
	complete := outcomes[len(outcomes)-1].Seen >= oftenEnough
	stored := outcomes
	if !complete && len(outcomes) > manyOutcomes {
		stored = outcomes[:fewOutcomes]
	}
	return distribution{
		Repeats:  repeats,
		Distinct: len(outcomes),
		Complete: complete,
		Outcomes: stored,
		Envelope: newEnvelope(outcomes),
	}
}

// runMany spreads runs over workers. Results come in the order of the runs, whichever finished first.
func (p sampling) runMany(s *scenario, count int) ([]*decision, error) {
	results := make([]*decision, count)
	errors := make([]error, count)
	next := make(chan int)
	var group sync.WaitGroup
	for range min(max(p.workers, 1), count) {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range next {
				results[i], errors[i] = s.runGuarded()
			}
		}()
	}
	for i := range count {
		next <- i
	}
	close(next)
	group.Wait()
	for _, err := range errors {
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

// tally puts equal decisions together, most frequent first, and merges what may differ between equals.
func tally(results []*decision) []outcome {
	byIdentity := map[string]int{}
	var outcomes []outcome
	for _, result := range results {
		identity := result.identity()
		index, known := byIdentity[identity]
		if !known {
			byIdentity[identity] = len(outcomes)
			outcomes = append(outcomes, outcome{Seen: 1, Result: result.clone(), identity: identity})
			continue
		}
		outcomes[index].Seen++
		outcomes[index].Result.merge(result)
	}
	slices.SortStableFunc(outcomes, func(a, b outcome) int {
		if a.Seen != b.Seen {
			return b.Seen - a.Seen
		}
		return strings.Compare(a.identity, b.identity)
	})
	return outcomes
}

func (d *decision) clone() *decision {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	copied := &decision{}
	if err := json.Unmarshal(text, copied); err != nil {
		panic(err)
	}
	return copied
}

// merge collects what equal decisions may differ in: the requests that were seen, and the classes of errors.
func (d *decision) merge(other *decision) {
	for i := range d.NewNodeClaims {
		d.NewNodeClaims[i].addRequests(other.NewNodeClaims[i].Requests)
	}
	for uid, mine := range d.Errors {
		for _, class := range other.Errors[uid].Classes {
			if !slices.Contains(mine.Classes, class) {
				mine.Classes = append(mine.Classes, class)
			}
		}
		slices.Sort(mine.Classes)
		d.Errors[uid] = mine
	}
}

func (c *claim) addRequests(requests map[string]string) {
	seen := c.RequestsSeen
	if seen == nil {
		seen = []map[string]string{c.Requests}
	}
	text := canonical(requests)
	for _, known := range seen {
		if canonical(known) == text {
			return
		}
	}
	c.Requests = nil
	c.RequestsSeen = append(seen, requests)
	slices.SortFunc(c.RequestsSeen, func(a, b map[string]string) int {
		return strings.Compare(canonical(a), canonical(b))
	})
}

func canonical(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}
