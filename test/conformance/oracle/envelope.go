package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// storedShapes is how many shapes are written out.
const storedShapes = 10

// envelope bounds the decisions that were seen.
type envelope struct {
	ClaimsPerPool     map[string]bounds `json:"claimsPerPool"`
	Claims            bounds            `json:"claims"`
	TotalPrice        bounds            `json:"totalPrice"`
	UnschedulableSets [][]string        `json:"unschedulableSets"`
	ZoneHistograms    [][]int           `json:"zoneHistograms"`
	DistinctShapes    int               `json:"distinctShapes"`
	Shapes            [][]string        `json:"shapes,omitempty"`
}

type bounds struct {
	Min float64 `json:"min"`
	Max float64 `json:"max"`
}

func newEnvelope(outcomes []outcome) envelope {
	e := envelope{ClaimsPerPool: claimsPerPool(outcomes)}
	e.Claims = boundsOf(outcomes, func(d *decision) float64 { return float64(len(d.NewNodeClaims)) })
	e.TotalPrice = boundsOf(outcomes, totalPrice)
	e.UnschedulableSets = distinct(outcomes, unschedulable)
	e.ZoneHistograms = distinct(outcomes, zoneHistogram)
	shapes := distinct(outcomes, shape)
	e.DistinctShapes = len(shapes)
	if len(shapes) <= storedShapes {
		e.Shapes = shapes
	}
	return e
}

func boundsOf(outcomes []outcome, measure func(*decision) float64) bounds {
	result := bounds{Min: math.Inf(1), Max: math.Inf(-1)}
	for _, o := range outcomes {
		value := measure(o.Result)
		result.Min, result.Max = min(result.Min, value), max(result.Max, value)
	}
	return result
}

// distinct keeps the order of the outcomes, so the most frequent comes first.
func distinct[T any](outcomes []outcome, measure func(*decision) T) []T {
	known := map[string]bool{}
	values := []T{}
	for _, o := range outcomes {
		value := measure(o.Result)
		if text := canonical(value); !known[text] {
			known[text] = true
			values = append(values, value)
		}
	}
	return values
}

func claimsPerPool(outcomes []outcome) map[string]bounds {
	pools := map[string]bool{}
	for _, o := range outcomes {
		for _, c := range o.Result.NewNodeClaims {
			pools[c.NodePool] = true
		}
	}
	result := map[string]bounds{}
	for pool := range pools {
		result[pool] = boundsOf(outcomes, func(d *decision) float64 {
			count := 0
			for _, c := range d.NewNodeClaims {
				if c.NodePool == pool {
					count++
				}
			}
			return float64(count)
		})
	}
	return result
}

func totalPrice(d *decision) float64 {
	sum := 0.0
	for _, c := range d.NewNodeClaims {
		if c.Cheapest != nil {
			sum += c.Cheapest.Price
		}
	}
	return math.Round(sum*1e6) / 1e6
}

func unschedulable(d *decision) []string {
	failed := []string{}
	for uid := range d.Errors {
		failed = append(failed, uid)
	}
	slices.Sort(failed)
	return failed
}

// zoneHistogram counts pods per zone over claims that are bound to one zone, and forgets which zone it is.
func zoneHistogram(d *decision) []int {
	perZone := map[string]int{}
	for _, c := range d.NewNodeClaims {
		for _, r := range c.Requirements {
			if r.Key == corev1.LabelTopologyZone && r.Operator == string(corev1.NodeSelectorOpIn) && len(r.Values) == 1 {
				perZone[r.Values[0]] += len(c.PodUIDs)
			}
		}
	}
	counts := []int{}
	for _, count := range perZone {
		counts = append(counts, count)
	}
	slices.Sort(counts)
	return counts
}

// shape is the decision without zones and without individual pods of a group.
func shape(d *decision) []string {
	lines := []string{}
	for _, c := range d.NewNodeClaims {
		kind := ""
		if c.Cheapest != nil {
			kind = c.Cheapest.InstanceType
		}
		lines = append(lines, fmt.Sprintf("new|%s|%s|%s", c.NodePool, groupCounts(c.PodUIDs), kind))
	}
	for node, pods := range d.Existing {
		lines = append(lines, fmt.Sprintf("existing|%s|%s", node, groupCounts(pods)))
	}
	if len(d.Errors) > 0 {
		lines = append(lines, "unschedulable|"+groupCounts(unschedulable(d)))
	}
	slices.Sort(lines)
	return lines
}

var numberedUID = regexp.MustCompile(`-\d{5}$`)

func groupCounts(uids []string) string {
	counts := map[string]int{}
	for _, uid := range uids {
		counts[numberedUID.ReplaceAllString(uid, "")]++
	}
	parts := []string{}
	for group, count := range counts {
		parts = append(parts, fmt.Sprintf("%s*%d", group, count))
	}
	slices.Sort(parts)
	return strings.Join(parts, "+")
}
