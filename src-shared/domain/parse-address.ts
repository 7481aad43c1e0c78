import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'
import { NETWORKS, type NetworkFamily, type NetworkId } from '../networks.ts'
import { ADDRESS_MAX_LENGTH, isPoolId, type Address } from './address.ts'

/**
 * Separate from `address.ts`, because each thread evaluates its modules anew, and threads that only pass addresses on need none of these libraries.
 */

export type Parsed = { readonly ok: true; readonly address: Address } | { readonly ok: false; readonly reason: string }

/** A wallet or contract address as typed by a person or a client. */
export function parseAddress(network: NetworkId, text: string): Parsed {
  return ADDRESS_PARSERS[NETWORKS[network].family](text)
}

/** A token address: on Sui a full coin type `0x…::module::TYPE`, elsewhere parsed like a wallet address. */
export function parseTokenAddress(network: NetworkId, text: string): Parsed {
  return NETWORKS[network].family === 'sui' ? parseCoinType(text) : parseAddress(network, text)
}

/** A pool: its address, or on EVM networks the id of a pool inside a manager contract, as in Uniswap v4. */
export function parsePool(network: NetworkId, text: string): Parsed {
  return isPoolId(network, text) ? done(text.toLowerCase()) : parseAddress(network, text)
}

/** EIP-55: the case of the letters is a checksum. `lower` is 0x + 40 lower-case hex digits. */
export function checksumAddress(lower: string): string {
  const digits = lower.slice(2)
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  let out = '0x'
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charAt(i)
    out += Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit
  }
  return out
}

const fail = (reason: string): Parsed => ({ ok: false, reason })
const done = (text: string): Parsed => ({ ok: true, address: text as Address })

function parseEvm(text: string): Parsed {
  if (!/^0[xX][0-9a-fA-F]{40}$/.test(text)) return fail('An address on this network is 0x and 40 hex digits.')
  const digits = text.slice(2)
  const lower = `0x${digits.toLowerCase()}`
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && checksumAddress(lower) !== `0x${digits}`) return fail('The address has a wrong EIP-55 checksum: a character is mistyped.')
  return done(lower)
}

function parseSolana(text: string): Parsed {
  const reason = 'An address on this network is 32 bytes in base58 (32 to 44 characters).'
  if (text.length < 32 || text.length > 44) return fail(reason)
  try {
    return base58.decode(text).length === 32 ? done(text) : fail(reason)
  } catch {
    return fail(reason)
  }
}

const SUI_HEX = /^0[xX][0-9a-fA-F]{1,64}$/

function parseSui(text: string): Parsed {
  if (!SUI_HEX.test(text)) return fail('An address on this network is 0x and up to 64 hex digits.')
  return done(`0x${text.slice(2).toLowerCase().padStart(64, '0')}`)
}

/** Move identifiers. The type parameters of a coin type are normalised too. */
const MOVE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

function parseCoinType(text: string): Parsed {
  const reason = 'A token on Sui is a full coin type: 0x…::module::TYPE.'
  if (text.length > ADDRESS_MAX_LENGTH) return fail(reason)
  const open = text.indexOf('<')
  const head = open < 0 ? text : text.slice(0, open)
  const [pack, module, name, ...rest] = head.split('::')
  if (pack === undefined || module === undefined || name === undefined || rest.length > 0) return fail(reason)
  if (!SUI_HEX.test(pack) || !MOVE_NAME.test(module) || !MOVE_NAME.test(name)) return fail(reason)
  const base = `0x${pack.slice(2).toLowerCase().padStart(64, '0')}::${module}::${name}`
  if (open < 0) return done(base)
  if (!text.endsWith('>')) return fail(reason)
  const inner = typeArguments(text.slice(open + 1, -1)).map((argument) => parseCoinType(argument.trim()))
  const wrong = inner.find((one) => !one.ok)
  return wrong ?? done(`${base}<${inner.flatMap((one) => (one.ok ? [one.address] : [])).join(',')}>`)
}

/** Splits at the commas outside of inner brackets: shares of a pool are a coin type with two parameters, `LP<A,B>`. */
function typeArguments(text: string): string[] {
  let depth = 0
  const parts = ['']
  for (const char of text) {
    if (char === '<') depth++
    if (char === '>') depth--
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}

const ADDRESS_PARSERS: Readonly<Record<NetworkFamily, (text: string) => Parsed>> = {
  evm: parseEvm,
  solana: parseSolana,
  sui: parseSui,
}

/** Networks on which this text could be a token, for the search box: EVM addresses fit three. */
export function networksFor(text: string): NetworkId[] {
  return Object.values(NETWORKS)
    .filter((row) => parseTokenAddress(row.id, text).ok)
    .map((row) => row.id)
}
