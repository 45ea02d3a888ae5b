package main

import (
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// requirementRecord is a requirement with inclusive bounds, values sorted.
type requirementRecord struct {
	Key       string   `json:"key"`
	Operator  string   `json:"operator"`
	Values    []string `json:"values,omitempty"`
	GTE       *int     `json:"gte,omitempty"`
	LTE       *int     `json:"lte,omitempty"`
	MinValues *int     `json:"minValues,omitempty"`
}

// unrecordedKeys are placeholders of the simulation; none of them reaches the NodeClaim.
var unrecordedKeys = []string{corev1.LabelHostname, v1.NodeRegisteredLabelKey, v1.NodeInitializedLabelKey}

func recordRequirements(requirements scheduling.Requirements) []requirementRecord {
	keys := requirements.Keys().UnsortedList()
	slices.Sort(keys)
	records := []requirementRecord{}
	for _, key := range keys {
		if !slices.Contains(unrecordedKeys, key) {
			records = append(records, recordRequirement(requirements[key]))
		}
	}
	return records
}

func recordRequirement(r *scheduling.Requirement) requirementRecord {
	record := requirementRecord{Key: r.Key, Operator: string(r.Operator()), Values: r.Values(), MinValues: r.MinValues}
	slices.Sort(record.Values)
	// Bounds are private. The API form shows them, one entry per bound, but then hides excluded values; hence both.
	for _, shown := range (scheduling.Requirements{r.Key: r}).NodeSelectorRequirements() {
		switch shown.Operator {
		case v1.NodeSelectorOpGte:
			record.GTE = parseBound(shown.Values[0])
		case v1.NodeSelectorOpLte:
			record.LTE = parseBound(shown.Values[0])
		}
	}
	return record
}

func parseBound(text string) *int {
	value, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return &value
}
