/** A sentence of the service, whose quotation marks are straight, with those of the app. */
export const typeset = (sentence: string): string => sentence.replace(/"([^"]*)"/g, '“$1”')
