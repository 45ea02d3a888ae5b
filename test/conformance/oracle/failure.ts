/** The oracle cannot be built or does not answer. The message says why and what to do. */
export class OracleFailure extends Error {}
