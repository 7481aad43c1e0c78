import { discriminator } from '../../encoding/byte-reader.ts'
import { ANCHOR_SWAP, ANCHOR_SWAP2, type LegLayout, type SwapInstruction, type Venue } from '../venue.ts'

/*
 * Proprietary AMMs without a published interface. Recorded transactions show the first bytes of the swap instructions, and which of the accounts are
 * the pool, the trader's token accounts and the vaults. The order of the transfers alone shows nothing: HumidiFi and Aquifer pay out
 * before they are paid. Sources: recorded transactions in ../../fixtures,
 * https://github.com/jowency-me/solana-tx-parser/tree/main/testdata/transactions, and https://github.com/sevenlabs-hq/carbon/tree/main/decoders.
 */

interface ProprietaryAmm {
  readonly program: string
  readonly dex: string
  readonly version: string
  /** First bytes of the swaps in hex; empty if they are obfuscated and the number of accounts identifies them. */
  readonly swaps: readonly string[]
  readonly legs: readonly LegLayout[]
  readonly accounts?: readonly number[]
}

/** For AMMs of which every recorded swap is paid before it pays out: the first transfer is the payment. */
const byTransfers = (pool: number | null): readonly LegLayout[] => [{ pool, traders: null, vaults: [] }]

/** HumidiFi, BisonFi and one without a known name. */
const VAULTS_FIRST: readonly LegLayout[] = [{ pool: 1, vaults: [2, 3], traders: [4, 5] }]
const AQUIFER: readonly LegLayout[] = [{ pool: null, vaults: [13, 15], traders: [3, 6] }]

const ROWS: readonly ProprietaryAmm[] = [
  { program: '9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp', dex: 'humidifi', version: 'v1', swaps: [''], legs: VAULTS_FIRST, accounts: [9, 13, 14] },
  { program: 'SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe', dex: 'solfi', version: 'v1', swaps: ['07'], legs: byTransfers(1) },
  { program: 'SV2EYYJyRz2YhfXwXnhNAevDEui5Q6yrfyo13WtupPF', dex: 'solfi', version: 'v2', swaps: ['07', '0e'], legs: byTransfers(1) },
  { program: 'obriQD1zbpyLz95G5n7nJe6a4DPjpFwa5XYPoNm113y', dex: 'obric', version: 'v2', swaps: [ANCHOR_SWAP, ANCHOR_SWAP2], legs: byTransfers(0) },
  { program: 'ZERor4xhbUycZ6gb9ntrhqscUcZmAbQDjEAtCf4hbZY', dex: 'zerofi', version: 'v1', swaps: ['06', '10'], legs: byTransfers(0) },
  { program: 'goonERTdGsjnkZqWuVjs73BZ3Pb9qoCUdBUL17BnS5j', dex: 'goonfi', version: 'v1', swaps: ['02'], legs: byTransfers(1) },
  { program: 'goonuddtQRrWqqn5nFyczVKaie28f3kDkHWkHtURSLE', dex: 'goonfi', version: 'v2', swaps: ['01'], legs: byTransfers(1) },
  { program: 'TessVdML9pBGgG9yGks7o4HewRaXVAMuoVj4x83GLQH', dex: 'tessera', version: 'v1', swaps: ['10', '11'], legs: byTransfers(1) },
  {
    program: 'BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi',
    dex: 'bisonfi',
    version: 'v1',
    swaps: ['02', '07'],
    legs: VAULTS_FIRST,
    accounts: [9, 10, 12],
  },
  { program: 'ALPHAQmeA7bjrVuccPsYPiCvsi428SNwte66Srvs4pHA', dex: 'alphaq', version: 'v1', swaps: ['0c'], legs: byTransfers(null) },
  { program: 'AQU1FRd7papthgdrwPTTq5JacJh8YtwEXaBfKU3bTz45', dex: 'aquifer', version: 'v1', swaps: ['01', '13'], legs: AQUIFER },
  { program: 'ExA6GYhHAeRNMWVNLrDir1SKPJZcZA2oaPq6uriSmxfJ', dex: 'exa6gyh', version: 'v1', swaps: [ANCHOR_SWAP], legs: VAULTS_FIRST },
  { program: 'SCoRcH8c2dpjvcJD6FiPbCSQyQgu3PcUAWj2Xxx3mqn', dex: 'scorch', version: 'v1', swaps: ['01', '02'], legs: byTransfers(null) },
]

export const PROPRIETARY_AMMS: readonly Venue[] = ROWS.map(({ program, dex, version, swaps, legs, accounts }) => ({
  program,
  dex,
  version,
  swaps: swaps.map((hex): SwapInstruction => ({
    name: hex === '' ? 'swap' : `swap ${hex}`,
    discriminator: discriminator(hex),
    legs,
    ...(accounts === undefined ? {} : { accounts }),
  })),
}))
