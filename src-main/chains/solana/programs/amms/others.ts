import { discriminator } from '../../encoding/byte-reader.ts'
import { ANCHOR_SWAP, ANCHOR_SWAP_V2, swapInstructions, type LegLayout, type Venue } from '../venue.ts'

/*
 * Pools with a published account layout but no amounts in events. Vault balances confirm the transfers. IDLs:
 * https://github.com/sevenlabs-hq/carbon/tree/main/decoders.
 */

const SOURCE_FIRST: readonly LegLayout[] = [{ pool: 1, traders: [3, 4], vaults: [5, 6] }]

const lifinityV2: Venue = {
  program: '2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c',
  dex: 'lifinity',
  version: 'v2',
  swaps: swapInstructions({ swap: ANCHOR_SWAP }, SOURCE_FIRST),
}
const lifinityV1: Venue = { ...lifinityV2, program: 'EewxydAPCCVuNEyrVN68PuSYdQ7wKn27V9Gjeoi8dy3S', version: 'v1' }

const invariant: Venue = {
  program: 'HyaB3W9q6XdA5xwpU4XnSZV94htfmbmqJXZcEbRaJutt',
  dex: 'invariant',
  version: 'v1',
  swaps: swapInstructions({ swap: ANCHOR_SWAP }, SOURCE_FIRST),
}

const bonkswap: Venue = {
  program: 'BSwp6bEBihVLdqJRKGgzjcGLHkcTuzmSo1TQkHepzH8p',
  dex: 'bonkswap',
  version: 'v1',
  swaps: swapInstructions({ swap: ANCHOR_SWAP }, [{ pool: 1, traders: [6, 7], vaults: [4, 5] }]),
}

const stabble = (program: string, version: string): Venue => ({
  program,
  dex: 'stabble',
  version,
  swaps: [
    ...swapInstructions({ swap: ANCHOR_SWAP }, [{ pool: 6, traders: [1, 2], vaults: [3, 4] }]),
    ...swapInstructions({ swap_v2: ANCHOR_SWAP_V2 }, [{ pool: 8, traders: [3, 4], vaults: [5, 6] }]),
  ],
})

const gavel: Venue = {
  program: 'srAMMzfVHVAtgSJc8iH6CfKzuWuUTzLHVCE81QU1rgi',
  dex: 'gavel',
  version: 'v1',
  swaps: [{ name: 'swap', discriminator: discriminator('00'), legs: [{ pool: 2, traders: [4, 5], vaults: [6, 7] }] }],
}

/** Lists the accounts as `swapV2` of Orca does (https://github.com/jowency-me/solana-tx-parser/tree/main/testdata/transactions). */
const fusionAmm: Venue = {
  program: 'fUSioN9YKKSa3CUC2YUc4tPkHJ5Y6XW1yz8y6F7qWz9',
  dex: 'fusionamm',
  version: 'v1',
  swaps: swapInstructions({ swap: ANCHOR_SWAP }, [{ pool: 4, traders: [7, 8], vaults: [9, 10] }]),
}

/** Venues with unpublished vault accounts. The two transfers inside the instruction are the swap. */
const byTransfers = (program: string, dex: string, version: string, swap = ANCHOR_SWAP): Venue => ({
  program,
  dex,
  version,
  swaps: swapInstructions({ swap }, [{ pool: null, traders: null, vaults: [] }]),
})

/** Exchanges where no single instruction is a swap (an order, then its settlement). Their swaps are known only from router events. */
const byRoute = (program: string, dex: string, version: string): Venue => ({ program, dex, version, swaps: [] })

export const OTHERS: readonly Venue[] = [
  lifinityV2,
  lifinityV1,
  invariant,
  bonkswap,
  gavel,
  fusionAmm,
  stabble('swapNyd8XiQwJ6ianp9snpu4brUqFxadzvHebnAXjJZ', 'stable'),
  stabble('swapFpHZwjELNnjvThjajtiVmkz3yPQEHjLtka2fwHW', 'weighted'),
  byTransfers('6dMXqGZ3ga2dikrYS9ovDXgHGh5RUsb2RTUj6hrQXhk6', 'stabble', 'clmm', ANCHOR_SWAP_V2),
  byTransfers('AMM55ShdkoGRB5jVYPjWziwk8m5MpwyDgsMWHaMSQWH6', 'aldrin', 'v1'),
  byTransfers('CURVGoZn8zycx6FXwwevgBTB2gVvdbGTEpvMJDbgs2t4', 'aldrin', 'v2'),
  byTransfers('GFXsSL5sSaDfNFQUYsHekbWBW1TsFdjDYzACh62tEHxn', 'goosefx', 'ssl-v2'),
  byTransfers('CLMM9tUoggJu2wagPkkqs9eFG4BWhVBZWkP1qv3Sp7tR', 'crema', 'v1'),
  byTransfers('WooFif76YGRNjk1pA8wCsN67aQsD9f9iLsz4NcJ1AVb', 'woofi', 'v1'),
  byRoute('srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX', 'openbook', 'v1'),
  byRoute('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', 'serum', 'v3'),
  byRoute('MERLuDFBMmsHnsBPZw2sDQZHvXFMwp8EdjudcU2HKky', 'mercurial', 'v1'),
  byRoute('H8W3ctz92svYg6mkn1UtGfu2aQr2fnUFHM1RhScEtQDt', 'cropper', 'v1'),
  byRoute('CTMAxxk34HjKWxQ3QLZK1HpaLXmBveao3ESePXbiyfzh', 'cropper', 'legacy'),
  byRoute('NUMERUNsFCP3kuNmWZuXtm1AaQCPj9uw6Guv2Ekoi5P', 'perena', 'v1'),
  byRoute('GAMMA7meSFWaBXF25oSUgmGRwaW6sCMFLmBNiMSdbHVT', 'goosefx', 'gamma'),
  byRoute('DEXYosS6oEGvk8uCDayvwEZz4qEyDJRf9nFgYCaqPMTm', '1dex', 'v1'),
  byRoute('FW6zUqn4iKRaeopwwhwsquTY6ABWLLgjxtrC3VPnaWBf', 'whalestreet', 'v1'),
  byRoute('JoeaRXgtME3jAoz5WuFXGEndfv4NPH9nBxsLq44hk9J', 'token-mill', 'v1'),
  byRoute('DecZY86MU5Gj7kppfUCEmd4LbXXuyZH1yHaP2NTqdiZB', 'saber', 'decimals'),
  byRoute('BV1RxkAaD5DjXMsnofkVikFUUYdrDg1v8YgsQ3iyDNoL', 'pigeonhouse', 'v1'),
]
