type Step = (name: string, args: readonly unknown[], half: () => void) => void;

export function install(step: Step): () => void;

export function systemError(code: string, name: string, path?: unknown): Error;
