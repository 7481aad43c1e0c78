/**
 * Programs that split an order over other programs' pools. Their events repeat the swaps of those pools, so they are never
 * trades of their own; they are a second reading of swaps whose venue says nothing itself, and they name venues that no list
 * here knows.
 */
export const ROUTERS: readonly string[] = ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 'DF1ow4tspfHX9JwWJsAb9epbkA8hmpSEAtxXy1V27QBH']
