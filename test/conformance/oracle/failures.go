package main

import (
	"regexp"
	"slices"
	"strings"

	"go.uber.org/multierr"

	scheduler "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
)

var placeholder = regexp.MustCompile(`hostname-placeholder-\d+`)

// messages tells Karpenter's errors apart. The first that matches wins, so a message comes before its own beginnings.
var messages = []struct{ start, class string }{
	{"did not tolerate", "taints"},
	{"incompatible requirements, label", "undefined-label"},
	{"incompatible requirements", "requirement-conflict"},
	{"incompatible volume requirements", "volume-requirement-conflict"},
	{"unsatisfiable topology constraint", "topology-unsatisfiable"},
	{"node limits have been exhausted", "nodes-limit"},
	{"all available instance types exceed limits", "resource-limits"},
	{"minValues requirement is not met", "filter:minValues"},
	{"no instance type met the scheduling requirements or had enough resources or had a required offering", "filter:none"},
	{"no instance type met the scheduling requirements or had enough resources", "filter:req+fits"},
	{"no instance type met the scheduling requirements or had a required offering", "filter:req+offering"},
	{"no instance type had enough resources or had a required offering", "filter:fits+offering"},
	{"no instance type met all requirements", "filter:req"},
	{"no instance type has enough resources", "filter:fits"},
	{"no instance type has the required offering", "filter:offering"},
	{"no instance type which had enough resources and the required offering", "filter:fits+offering-vs-req"},
	{"no instance type which met the scheduling requirements and had enough resources", "filter:req+fits-vs-offering"},
	{"no instance type which met the scheduling requirements and the required offering", "filter:req+offering-vs-fits"},
	{"no instance type met the requirements/resources/offering tuple", "filter:tuple"},
	{"one or more instance types with compatible reserved offerings", "reserved-unavailable"},
	{"satisfying updated nodeclaim constraints would remove all compatible reserved", "reserved-would-be-lost"},
	{"nodepool requirements filtered out all available", "no-templates"},
	{"pod didn’t schedule because NodePool couldn’t meet minValues", "truncation-minValues"},
	// What the topology asks for is checked against the node last, without a prefix of its own.
	{"label ", "topology-conflict"},
	{"key ", "topology-conflict"},
}

func newFailure(err error) failure {
	classes := []string{}
	for _, part := range multierr.Errors(err) {
		if class := classify(part); !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	slices.Sort(classes)
	return failure{Classes: classes, Text: shorten(placeholder.ReplaceAllString(err.Error(), "hostname-placeholder"), 400)}
}

func classify(err error) string {
	if scheduler.IsDRAError(err) {
		return "dra"
	}
	text := err.Error()
	for _, message := range messages {
		if strings.HasPrefix(text, message.start) {
			return message.class
		}
	}
	return "unknown"
}

func shorten(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit]) + "..."
}
