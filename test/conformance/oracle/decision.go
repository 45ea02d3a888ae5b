package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	scheduler "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// namedTypes is how many instance types a recorded claim lists before a digest stands for the rest.
const namedTypes = 60

// decision is one outcome, in the form in which the corpus records it.
type decision struct {
	NewNodeClaims []claim             `json:"newNodeClaims"`
	Existing      map[string][]string `json:"existing"`
	Errors        map[string]failure  `json:"errors"`
	Ignored       map[string]string   `json:"ignored,omitempty"`
	NoNodePools   bool                `json:"noNodePools,omitempty"`
}

type claim struct {
	NodePool      string              `json:"nodePool"`
	PodUIDs       []string            `json:"podUids"`
	Requirements  []requirementRecord `json:"requirements"`
	InstanceTypes typeList            `json:"instanceTypes"`
	Requests      map[string]string   `json:"requests,omitempty"`
	RequestsSeen  []map[string]string `json:"requestsSeen,omitempty"`
	Cheapest      *cheapest           `json:"cheapest"`
}

type typeList struct {
	Count  int      `json:"count"`
	Names  []string `json:"names"`
	SHA256 string   `json:"sha256,omitempty"`
}

type cheapest struct {
	InstanceType string  `json:"instanceType"`
	Zone         string  `json:"zone"`
	CapacityType string  `json:"capacityType"`
	Price        float64 `json:"price"`
}

type failure struct {
	Classes []string `json:"classes"`
	Text    string   `json:"text"`
}

func newDecision(results scheduler.Results, ignored map[string]string) *decision {
	d := &decision{NewNodeClaims: []claim{}, Existing: map[string][]string{}, Errors: map[string]failure{}, Ignored: ignored}
	for _, nodeClaim := range results.NewNodeClaims {
		d.NewNodeClaims = append(d.NewNodeClaims, newClaim(nodeClaim))
	}
	slices.SortFunc(d.NewNodeClaims, func(a, b claim) int {
		if byPool := strings.Compare(a.NodePool, b.NodePool); byPool != 0 {
			return byPool
		}
		return strings.Compare(a.PodUIDs[0], b.PodUIDs[0])
	})
	for _, node := range results.ExistingNodes {
		if len(node.Pods) > 0 {
			d.Existing[node.Name()] = uids(node.Pods)
		}
	}
	for pod, err := range results.PodErrors {
		d.Errors[string(pod.UID)] = newFailure(err)
	}
	return d
}

// withoutPools is what the provisioner reports when no pool could launch anything.
func (s *scenario) withoutPools() *decision {
	d := newDecision(scheduler.Results{}, s.ignored)
	d.NoNodePools = true
	for _, pod := range s.Pods {
		d.Errors[string(pod.UID)] = failure{Classes: []string{"no-nodepools"}, Text: "no dynamic nodepools found"}
	}
	return d
}

func newClaim(n *scheduler.NodeClaim) claim {
	return claim{
		NodePool:      n.NodePoolName,
		PodUIDs:       uids(n.Pods),
		Requirements:  recordRequirements(n.Requirements),
		InstanceTypes: newTypeList(n.InstanceTypeOptions),
		Requests:      recordRequests(n.Spec.Resources.Requests),
		Cheapest:      cheapestOffering(n),
	}
}

func uids(pods []*corev1.Pod) []string {
	result := make([]string, len(pods))
	for i, pod := range pods {
		result[i] = string(pod.UID)
	}
	return result
}

func newTypeList(types cloudprovider.InstanceTypes) typeList {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.Name
	}
	if len(names) <= namedTypes {
		return typeList{Count: len(names), Names: names}
	}
	digest := sha256.Sum256([]byte(strings.Join(names, "\n")))
	return typeList{Count: len(names), Names: names[:namedTypes], SHA256: hex.EncodeToString(digest[:])}
}

// recordRequests rounds up: CPU to millicores, everything else to whole units.
func recordRequests(requests corev1.ResourceList) map[string]string {
	result := map[string]string{}
	for name, quantity := range requests {
		if name == corev1.ResourceCPU {
			result[string(name)] = fmt.Sprintf("%dm", quantity.MilliValue())
		} else {
			result[string(name)] = fmt.Sprint(quantity.Value())
		}
	}
	return result
}

// cheapestOffering breaks ties by name so that the record does not depend on the order of offerings.
func cheapestOffering(n *scheduler.NodeClaim) *cheapest {
	if len(n.InstanceTypeOptions) == 0 {
		return nil
	}
	var best *cheapest
	first := n.InstanceTypeOptions[0]
	for _, offering := range first.Offerings {
		if !offering.Available || !n.Requirements.IsCompatible(offering.Requirements, scheduling.AllowUndefinedWellKnownLabels) {
			continue
		}
		candidate := &cheapest{
			InstanceType: first.Name,
			Zone:         soleValue(offering.Requirements, corev1.LabelTopologyZone),
			CapacityType: soleValue(offering.Requirements, v1.CapacityTypeLabelKey),
			Price:        offering.Price,
		}
		if best == nil || candidate.before(best) {
			best = candidate
		}
	}
	return best
}

func (c *cheapest) before(other *cheapest) bool {
	if c.Price != other.Price {
		return c.Price < other.Price
	}
	if c.Zone != other.Zone {
		return c.Zone < other.Zone
	}
	return c.CapacityType < other.CapacityType
}

func soleValue(requirements scheduling.Requirements, key string) string {
	values := requirements.Get(key).Values()
	slices.Sort(values)
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

// identity is the part of a decision that tells outcomes apart: not the sum of requests, which depends on the order
// in which Karpenter walks a map of daemon groups, and not the wording of errors.
func (d *decision) identity() string {
	claims := slices.Clone(d.NewNodeClaims)
	for i := range claims {
		claims[i].Requests, claims[i].RequestsSeen = nil, nil
	}
	failed := []string{}
	for uid := range d.Errors {
		failed = append(failed, uid)
	}
	slices.Sort(failed)
	text, err := json.Marshal([]any{claims, d.Existing, failed})
	if err != nil {
		panic(err)
	}
	return string(text)
}
