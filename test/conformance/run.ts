/**
 * Compares poolwright with recorded decisions of Karpenter and the Cluster Autoscaler: `npm run --silent conformance -- [FILE…]`, by default the
 * whole corpus. Exit code 1 where one differs, 2 where a file cannot be read.
 */
import { conformanceCommand } from './command.ts';

const { status, stdout, stderr } = conformanceCommand(process.argv.slice(2));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status;
