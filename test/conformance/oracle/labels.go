package main

import (
	"maps"

	"k8s.io/apimachinery/pkg/util/sets"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
)

const defaultReservationIDLabel = "karpenter.k8s.aws/capacity-reservation-id"

// setLabelGlobals tells Karpenter the scenario's label rules, as a provider does when it starts, and returns what puts
// the old ones back. Karpenter keeps them in package variables, so scenarios can only run one after the other.
func (s *scenario) setLabelGlobals() (restore func()) {
	known, domains, aliases := v1.WellKnownLabels, v1.RestrictedLabelDomains, v1.NormalizedLabels
	reservation := cloudprovider.ReservationIDLabel

	v1.WellKnownLabels = known.Union(sets.New(s.WellKnownLabels...))
	v1.RestrictedLabelDomains = domains.Union(sets.New(s.RestrictedLabelDomains...))
	v1.NormalizedLabels = maps.Clone(aliases)
	maps.Copy(v1.NormalizedLabels, s.NormalizedLabels)
	cloudprovider.ReservationIDLabel = defaultReservationIDLabel
	if s.ReservationIDLabel != "" {
		cloudprovider.ReservationIDLabel = s.ReservationIDLabel
	}
	return func() {
		v1.WellKnownLabels, v1.RestrictedLabelDomains, v1.NormalizedLabels = known, domains, aliases
		cloudprovider.ReservationIDLabel = reservation
	}
}
