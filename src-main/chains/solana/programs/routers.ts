/**
 * Aggregators: Jupiter v6 and DFlow. Their events repeat the swaps of the pools they route through, so they are never separate
 * trades. They confirm swaps of venues without events, and name venues without a decoder.
 */
export const ROUTERS: readonly string[] = ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 'DF1ow4tspfHX9JwWJsAb9epbkA8hmpSEAtxXy1V27QBH']
