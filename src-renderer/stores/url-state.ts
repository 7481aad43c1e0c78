import { isNetworkId, type NetworkId } from '../../src-shared/networks.ts'
import { EMPTY_SELECTION, type LinkKey, type SelectionState } from './selection.ts'
import { readTableSearch, type TableSearch } from './table-url.ts'

/** View, snapshot, selection and tables of a token, as stored in its URL. */

const VIEWS = [
  'graph',
  'clusters',
  'holders',
  'distribution',
  'snipers',
  'bundlers',
  'insiders',
  'overlap',
  'scan',
  'snapshots',
  'compare',
  'trades',
] as const
export type View = (typeof VIEWS)[number]
export const FIRST_VIEW: View = 'graph'

/** Search part of a token's URL. Everything is optional, with a default. */
export interface TokenSearch extends TableSearch {
  readonly view?: View
  /** Unix seconds of a snapshot. Default: the newest. */
  readonly snapshot?: number
  /** Unix seconds of the snapshot to compare with. Default: the one before the open one. */
  readonly compare?: number
  /** Addresses, comma-separated. */
  readonly wallets?: string
  readonly cluster?: number
  /** Source, target, kind and token of a link, separated by `~`. */
  readonly link?: string
}

/** A larger selection would make a URL of many kilobytes. */
const MAX_WALLETS = 40

/** Drops invalid parameters, so that a mistyped link still opens the token. */
export function readTokenSearch(raw: Readonly<Record<string, unknown>>): TokenSearch {
  const view = VIEWS.find((each) => each === raw['view'])
  const snapshot = wholeNumber(raw['snapshot'])
  const compare = wholeNumber(raw['compare'])
  const cluster = wholeNumber(raw['cluster'])
  const wallets = text(raw['wallets'])
  const link = text(raw['link'])
  return {
    ...(view === undefined || view === FIRST_VIEW ? {} : { view }),
    ...(snapshot === null ? {} : { snapshot }),
    ...(compare === null ? {} : { compare }),
    ...(wallets === null ? {} : { wallets }),
    ...(cluster === null ? {} : { cluster }),
    ...(link === null ? {} : { link }),
    ...readTableSearch(raw),
  }
}

export function selectionOf(search: TokenSearch): SelectionState {
  if (search.link !== undefined) {
    const [source, target, kind, token] = search.link.split('~')
    if (source && target && kind && token) return { ...EMPTY_SELECTION, link: { source, target, kind, token } }
  }
  if (search.cluster !== undefined) return { ...EMPTY_SELECTION, cluster: search.cluster }
  if (search.wallets !== undefined) return { ...EMPTY_SELECTION, wallets: search.wallets.split(',').filter((wallet) => wallet !== '') }
  return EMPTY_SELECTION
}

/** Search part of the URL of the page about several tokens. */
export interface CommonSearch {
  readonly on?: NetworkId | undefined
  /** Addresses of tokens, comma-separated. */
  readonly tokens?: string | undefined
  readonly list?: 'serial' | undefined
}

export function readCommonSearch(raw: Readonly<Record<string, unknown>>): CommonSearch {
  const [on, tokens] = [text(raw['on']), text(raw['tokens'])]
  return {
    ...(on === null || !isNetworkId(on) ? {} : { on }),
    ...(tokens === null ? {} : { tokens }),
    ...(raw['list'] === 'serial' ? { list: 'serial' } : {}),
  }
}

/** The search with another selection. */
export function withSelection(search: TokenSearch, selection: SelectionState): TokenSearch {
  const { wallets: _wallets, cluster: _cluster, link: _link, ...rest } = search
  if (selection.link !== null) return { ...rest, link: linkText(selection.link) }
  if (selection.cluster !== null) return { ...rest, cluster: selection.cluster }
  if (selection.wallets.length === 0 || selection.wallets.length > MAX_WALLETS) return rest
  return { ...rest, wallets: selection.wallets.join(',') }
}

/** The search with another view. The first view is the default and left out. */
export function withView(search: TokenSearch, view: View): TokenSearch {
  const { view: _before, ...rest } = search
  return view === FIRST_VIEW ? rest : { ...rest, view }
}

/** The search with another snapshot; null for the newest. */
export function withSnapshot(search: TokenSearch, timestamp: number | null): TokenSearch {
  const { snapshot: _before, ...rest } = search
  return timestamp === null ? rest : { ...rest, snapshot: timestamp }
}

function linkText({ source, target, kind, token }: LinkKey): string {
  return [source, target, kind, token].join('~')
}

/** Plain query strings, without the JSON encoding that the router uses by default. */
export function parseQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

export function writeQuery(search: object): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) params.set(name, String(value))
  }
  const query = params.toString().replaceAll('%2C', ',').replaceAll('%7E', '~').replaceAll('%3A', ':')
  return query === '' ? '' : `?${query}`
}

export function networkOf(text: string): NetworkId | null {
  return isNetworkId(text) ? text : null
}

function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
