import { type Diagnostic, type DiagnosticDetails, diagnostic } from '../diagnostics/diagnostic.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { Source } from '../diagnostics/source.ts';
import { TEMPORARY_ENDING } from './found-output.ts';
import { RECORD_PATH } from './ownership-record.ts';
import type { ClusterPlan, OutputChange, OutputPlan } from './output-plan.ts';

/** Findings about files of one cluster's output folder. They have no text to point into, only a path. */
export class OutputFindings {
  readonly #folder: string;

  /** `folder` is the cluster's, as messages should show it: `dist/production`. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  stale({ path, change }: OutputChange): Diagnostic {
    const says = {
      missing: 'is missing',
      differs: 'differs from what the definition renders',
      'left over': 'is left over: nothing renders it any more',
    };
    const said = isTemporary(path) ? 'was left behind by an interrupted run' : says[change];
    return this.#at('PW6101', path, said, { help: 'Run `poolwright synth` and commit the result.' });
  }

  edited(path: string): Diagnostic {
    return this.#at('PW6102', path, 'was edited by hand since poolwright wrote it', {
      help: 'Make the change in the cluster definition; then restore the file (`git checkout`) or run `poolwright synth --overwrite-edited`.',
    });
  }

  inTheWay(path: string, what: 'file' | 'folder' | 'link'): Diagnostic {
    const says = {
      file: 'is where poolwright would write, and poolwright did not write it',
      folder: 'is a folder where poolwright would write a file',
      link: 'is in the way: poolwright writes plain files and folders only',
    };
    return this.#at('PW6103', path, says[what], { help: 'Move it elsewhere, or delete it.' });
  }

  /** By what is in this file. */
  interrupted(path = RECORD_PATH): Diagnostic {
    const says = 'was not finished by an earlier run';
    return this.#folderAt('PW6104', says, { help: '`poolwright synth` completes it.' }, path);
  }

  vanished(foreign: readonly string[]): Diagnostic {
    const named = foreign.slice(0, 3).map((path) => `\`${path}\``);
    const rest = foreign.length > 3 ? ` and ${foreign.length - 3} more` : '';
    return this.#folderAt('PW6105', 'is kept although its cluster is gone', {
      help: `poolwright did not write ${named.join(', ')}${rest}.`,
    });
  }

  unknownSource(): Diagnostic {
    return this.#folderAt('PW6105', 'is kept: no definition that was read renders it', {
      help: 'Its record does not say which file it comes from. Run `poolwright synth` with that file, or delete the folder.',
    });
  }

  silentSource(source: string): Diagnostic {
    return this.#folderAt('PW6105', `is kept although \`${source}\` defines no node pools any more`, {
      help: 'Write `node_pools: {}` there to remove its pools, or delete the file.',
    });
  }

  lost(path: string): Diagnostic {
    return this.#at('PW6103', path, `looks generated, but there is no ${RECORD_PATH} that lists it`, {
      help: `Restore the record (\`git checkout\`), or run \`poolwright synth --overwrite-edited\`.`,
    });
  }

  rebuilt(): Diagnostic {
    return this.#at('PW6106', RECORD_PATH, 'could not be read and is rebuilt');
  }

  #at(code: DiagnosticCode, path: string, says: string, details: DiagnosticDetails = {}): Diagnostic {
    const file = path === '' ? this.#folder : `${this.#folder}/${path}`;
    return diagnostic(
      code,
      { source: new Source(file, ''), start: 0, end: 0 },
      `\`${file}\` ${says}`,
      details,
    );
  }

  #folderAt(
    code: DiagnosticCode,
    says: string,
    details: DiagnosticDetails,
    path: string = RECORD_PATH,
  ): Diagnostic {
    const span = { source: new Source(`${this.#folder}/${path}`, ''), start: 0, end: 0 };
    return diagnostic(code, span, `\`${this.#folder}\` ${says}`, details);
  }
}

/**
 * What `synth --check` reports: every file that a run would write or remove. What an interrupted run left behind is named
 * only where nothing else is: it explains nothing.
 */
export function staleOutput(plan: OutputPlan, folder: string): readonly Diagnostic[] {
  return plan.clusters.flatMap(({ cluster, changes }: ClusterPlan) => {
    const findings = new OutputFindings(`${folder}/${cluster}`);
    const files = changes.filter(({ path }) => !isTemporary(path));
    return (files.length === 0 ? changes : files).map((change) => findings.stale(change));
  });
}

function isTemporary(path: string): boolean {
  return path.endsWith(TEMPORARY_ENDING);
}
