import type { DecodeWarning } from '../../../../src-shared/domain/events.ts'

/** Block number of transactions whose answer contains none, together with the warning `no_slot`. */
export const UNKNOWN_SLOT = 0

/** @param tx signature; empty if the transaction could not be identified */
export const warning = (tx: string, code: string, detail: string): DecodeWarning => ({ kind: 'decode_warning', network: 'sol', tx, code, detail })
