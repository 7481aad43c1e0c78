import { base58 } from '@scure/base'

/** A synthetic token of any size for benches. Deterministic. */
const CROWD_TIME = 1_745_000_000

const addressOf = (seed: number): string =>
  base58.encode(Uint8Array.from({ length: 32 }, (_, i) => (i < 4 ? (seed >>> (8 * i)) & 255 : (i * 37 + 11) & 255)))

/** xorshift32 with a fixed seed. */
function seededRandom(seed: number): () => number {
  let x = seed
  return () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) / 2 ** 32
  }
}

const SUPPLY = 1_000_000
const MEMBERS = 12
/** Half of the wallets are in clusters of a dozen. */
const CLUSTERED = 0.5
/** In later steps one in this many wallets and links is absent, so that each step of the slider adds and removes some. */
const ABSENT = { wallet: 100, link: 50 } as const

/** Step 0 has every wallet and link. Later steps have other shares, and some wallets and links are absent. */
export function syntheticSnapshot(wallets: number, links: number, step = 0) {
  const random = seededRandom(wallets + 7)
  const token = addressOf(wallets * 1_000_003)
  const shares = Array.from({ length: wallets }, (_, i) => 1 / (i + 12))
  const total = shares.reduce((sum, share) => sum + share, 0) / 80
  const isHere = (i: number, of: number): boolean => step === 0 || (i + 7 * step) % of !== 0
  const allNodes = shares.map((share, i) => ({
    address: addressOf(i + 1),
    label: null,
    tags: ['wallet'],
    balance: (share / total / 100) * SUPPLY * (1 + ((i + step) % 5) / 50),
    balance_usd: null,
    percentage: (share / total) * (1 + ((i + step) % 5) / 50),
    rank: i + 1,
    is_holder: true,
    degree_in: 0,
    degree_out: 0,
    first_seen: CROWD_TIME - 1_000_000 + i * 60,
    cluster: i < wallets * CLUSTERED ? i % Math.max(1, Math.floor((wallets * CLUSTERED) / MEMBERS)) : null,
  }))
  const groups = Math.max(1, Math.floor((wallets * CLUSTERED) / MEMBERS))
  const pairs = new Set<string>()
  const all = Array.from({ length: links }, () => {
    for (;;) {
      const source = Math.floor(random() * wallets)
      const near = source < wallets * CLUSTERED && random() < 0.8
      const target = near ? (source % groups) + groups * Math.floor(random() * MEMBERS) : Math.floor(random() * wallets)
      const key = `${source} ${target}`
      if (source === target || target >= wallets || pairs.has(key)) continue
      pairs.add(key)
      return {
        source: addressOf(source + 1),
        target: addressOf(target + 1),
        kind: 'transfer',
        token: 'self',
        forward: 1 + Math.floor(random() * 1e6),
        backward: 0,
        forward_count: 1,
        backward_count: 0,
        first_time: CROWD_TIME - 1_000_000,
        last_time: CROWD_TIME - 900_000,
        evidence: [],
      }
    }
  })
  const nodes = allNodes.filter((_, i) => isHere(i, ABSENT.wallet))
  const here = new Set(nodes.map(({ address }) => address))
  return {
    network: 'sol',
    token_address: token,
    timestamp: CROWD_TIME + step * 3600,
    token_metadata: {
      address: token,
      name: `Synthetic ${wallets}`,
      symbol: 'SYNTH',
      logo: null,
      decimals: 6,
      total_supply: SUPPLY,
      holder_count: nodes.length,
      creator: null,
      created_at: null,
    },
    currency: { native: { symbol: 'SOL', price_usd: null }, token: { price_usd: null }, as_of: CROWD_TIME },
    nodes: nodes.sort((a, b) => b.percentage - a.percentage || (a.address < b.address ? -1 : 1)).map((node, i) => ({ ...node, rank: i + 1 })),
    links: all.filter(({ source, target }, i) => isHere(i, ABSENT.link) && here.has(source) && here.has(target)),
    token_links: [],
    categories: [],
  }
}
