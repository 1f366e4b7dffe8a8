/** A reason not to start that a person can do something about: printed as a sentence, without a stack. */
export class StartError extends Error {}
