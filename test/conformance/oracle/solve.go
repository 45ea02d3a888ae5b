package main

import (
	"context"
	"time"

	"github.com/awslabs/operatorpkg/status"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/controllers/provisioning"
	scheduler "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/events"
	"sigs.k8s.io/karpenter/pkg/operator/injection"
	"sigs.k8s.io/karpenter/pkg/operator/options"
	"sigs.k8s.io/karpenter/pkg/scheduling"
	"sigs.k8s.io/karpenter/pkg/utils/daemonset"
	nodepoolutils "sigs.k8s.io/karpenter/pkg/utils/nodepool"
)

// silentRecorder drops events.
type silentRecorder struct{}

func (silentRecorder) Publish(...events.Event) {}

// prepare does what is the same in every run: the API server, the order of pools, and which pods Karpenter ignores.
func (s *scenario) prepare() error {
	s.client = s.newClient()
	for _, pool := range s.NodePools {
		if isUsable(pool) {
			s.pools = append(s.pools, pool)
		}
	}
	nodepoolutils.OrderByWeight(s.pools)
	return s.dropInvalidPods()
}

// isUsable says whether pods may cause nodes of the pool. In scenarios a pool without conditions is ready.
func isUsable(pool *v1.NodePool) bool {
	ready := len(pool.Status.Conditions) == 0 || pool.StatusConditions().IsTrue(status.ConditionReady)
	return ready && !nodepoolutils.IsStatic(pool) && pool.DeletionTimestamp.IsZero()
}

func (s *scenario) dropInvalidPods() error {
	if s.Options.SkipValidation {
		return nil
	}
	ctx := s.context()
	cluster := state.NewCluster(clock.RealClock{}, s.client, provider{})
	validator := provisioning.NewProvisioner(s.client, silentRecorder{}, provider{}, cluster, clock.RealClock{}, nil, nil)
	var valid []*corev1.Pod
	for _, pod := range s.Pods {
		// As in the provisioner, on the pod itself: looking at its preferences sorts them, which is not always stable.
		if err := validator.Validate(ctx, pod); err != nil {
			if s.ignored == nil {
				s.ignored = map[string]string{}
			}
			s.ignored[string(pod.UID)] = shorten(err.Error(), 160)
			continue
		}
		valid = append(valid, pod)
	}
	s.Pods = valid
	return nil
}

func (s *scenario) context() context.Context {
	gates := options.DefaultFeatureGates()
	if s.Options.ReservedCapacity != nil {
		gates.ReservedCapacity = *s.Options.ReservedCapacity
	}
	settings := &options.Options{
		CPURequests:       1000,
		FeatureGates:      gates,
		IgnoreDRARequests: true,
		PreferencePolicy:  options.PreferencePolicyRespect,
		MinValuesPolicy:   options.MinValuesPolicyStrict,
	}
	if s.Options.PreferencePolicy == "Ignore" {
		settings.PreferencePolicy = options.PreferencePolicyIgnore
	}
	if s.Options.MinValuesPolicy == "BestEffort" {
		settings.MinValuesPolicy = options.MinValuesPolicyBestEffort
	}
	return options.ToContext(injection.WithControllerName(context.Background(), "provisioner"), settings)
}

// run is one fresh pass of the scheduler. solveTime is that of Solve alone.
func (s *scenario) run() (result *decision, solveTime time.Duration, err error) {
	if len(s.pools) == 0 {
		return s.withoutPools(), 0, nil
	}
	ctx := s.context()
	// Topology and Solve share the pods, as in the provisioner; both change them, and Solve sorts the slice.
	pods := copyAll(s.Pods)
	solver, err := s.newScheduler(ctx, pods)
	if err != nil {
		return nil, 0, err
	}
	start := time.Now()
	results, err := solver.Solve(ctx, pods)
	solveTime = time.Since(start)
	if err != nil {
		return nil, 0, err
	}
	limit := s.Options.MaxInstanceTypes
	if limit == 0 {
		limit = scheduler.MaxInstanceTypes
	}
	return newDecision(results.TruncateInstanceTypes(ctx, limit), s.ignored), solveTime, nil
}

// newScheduler follows the provisioner: the same options for topology and scheduler, pods whose volumes cannot be
// resolved left out of the topology but not of the pass, and one worker, which decides the same as many.
func (s *scenario) newScheduler(ctx context.Context, pods []*corev1.Pod) (*scheduler.Scheduler, error) {
	cluster, err := s.newCluster(ctx)
	if err != nil {
		return nil, err
	}
	nodes := cluster.DeepCopyNodes().Active()
	pools := copyAll(s.pools)
	types := map[string][]*cloudprovider.InstanceType{}
	for _, pool := range pools {
		if built := build(s.types.of(pool.Name)); len(built) > 0 {
			types[pool.Name] = built
		}
	}
	choices := []scheduler.Options{
		scheduler.DisableReservedCapacityFallback,
		scheduler.NumConcurrentReconciles(1),
		scheduler.MinValuesPolicy(options.FromContext(ctx).MinValuesPolicy),
	}
	if options.FromContext(ctx).PreferencePolicy == options.PreferencePolicyIgnore {
		choices = append(choices, scheduler.IgnorePreferences)
	}
	known, volumes := s.resolveVolumes(ctx, pods)
	topology, err := scheduler.NewTopology(ctx, s.client, cluster, nodes, pools, types, known, choices...)
	if err != nil {
		return nil, err
	}
	return scheduler.NewScheduler(ctx, s.client, pools, cluster, nodes, topology, types, s.daemonPods(cluster),
		silentRecorder{}, clock.RealClock{}, volumes, nil, choices...), nil
}

func (s *scenario) resolveVolumes(ctx context.Context, pods []*corev1.Pod) ([]*corev1.Pod, map[types.UID][]scheduling.Requirements) {
	resolver := scheduler.NewVolumeTopology(s.client)
	alternatives := map[types.UID][]scheduling.Requirements{}
	var known []*corev1.Pod
	for _, pod := range pods {
		requirements, err := resolver.GetRequirements(ctx, pod)
		if err != nil {
			continue
		}
		if len(requirements) > 0 {
			alternatives[pod.UID] = requirements
		}
		known = append(known, pod)
	}
	return known, alternatives
}

// daemonPods is one pod per DaemonSet: the newest live one, else one made from the template, in both cases with the
// template's required node affinity, since the DaemonSet controller overrides that in the pods it creates.
func (s *scenario) daemonPods(cluster *state.Cluster) []*corev1.Pod {
	var pods []*corev1.Pod
	for _, daemonSet := range copyAll(s.DaemonSets) {
		pod := cluster.GetDaemonSetPod(daemonSet)
		if pod == nil {
			pod = daemonset.PodForDaemonSet(daemonSet)
		}
		template := daemonSet.Spec.Template.Spec.Affinity
		if template != nil && template.NodeAffinity != nil && template.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution != nil {
			if pod.Spec.Affinity == nil {
				pod.Spec.Affinity = &corev1.Affinity{}
			}
			if pod.Spec.Affinity.NodeAffinity == nil {
				pod.Spec.Affinity.NodeAffinity = &corev1.NodeAffinity{}
			}
			pod.Spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution =
				template.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
		}
		pods = append(pods, pod)
	}
	return pods
}

func copyAll[T interface{ DeepCopy() T }](items []T) []T {
	copies := make([]T, len(items))
	for i, item := range items {
		copies[i] = item.DeepCopy()
	}
	return copies
}
