import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useDeferredValue, useState } from 'react'
import type { CaseHit } from '../../../src-shared/contract/records/case-search.ts'
import { parseAddress } from '../../../src-shared/domain/parse-address.ts'
import { NETWORK_IDS, NETWORKS } from '../../../src-shared/networks.ts'
import { shortAddress } from '../../format/address.ts'
import { caseSearchQuery, SEARCH_CHARS } from '../../api/case-queries.ts'
import { useClient } from '../../api/service.tsx'
import { caseName } from '../../api/use-case.ts'
import type { SearchTarget } from '../../features/start/search-tokens.ts'
import { SearchResultRow } from '../../features/start/SearchResultRow.tsx'
import { useSearch } from '../../features/start/use-search.ts'
import type { SearchResult } from '../../graph/elements/find.ts'
import { HIT_KIND_TEXT, hitHash, hitKey } from '../../format/case-hit.ts'
import { closePalette, useShell } from '../../stores/shell.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ClusterMark } from '../../ui/ClusterMark.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import type { Action } from './action.ts'
import { matchesAction, useActions } from './actions.ts'
import { useTokenMatches } from './use-token-matches.ts'

export function CommandPalette() {
  const { open, text } = useShell((state) => state.palette)
  return (
    <Dialog open={open} onClose={closePalette} label="Search and commands" className="palette">
      <PaletteBody given={text} />
    </Dialog>
  )
}

const PAGE_PARTS = [
  { says: 'across all tokens', hash: {} },
  { says: 'trace its money', hash: { hash: 'wallet-trace' } },
] as const

/** Wallet pages for a pasted address, one for each network on which it is valid. */
function WalletPages({ text }: { text: string }) {
  const navigate = useNavigate()
  const wanted = text.trim()
  const pages = NETWORK_IDS.flatMap((network) => {
    const parsed = parseAddress(network, wanted)
    return parsed.ok ? [{ network, address: parsed.address }] : []
  })
  if (pages.length === 0) return null
  return (
    <Command.Group heading="As a wallet">
      {pages.flatMap(({ network, address }) =>
        PAGE_PARTS.map(({ says, hash }) => (
          <Command.Item
            key={`${network} ${says}`}
            value={`wallet page ${network} ${address} ${says}`}
            className="target row"
            onSelect={() => {
              closePalette()
              void navigate({ to: '/w/$on/$wallet', params: { on: network, wallet: address }, ...hash })
            }}
          >
            <Avatar address={address} size={16} />
            <span className="target-name truncate">
              {shortAddress(address)} {says}
            </span>
            <span className="quiet">{NETWORKS[network].name}</span>
          </Command.Item>
        )),
      )}
    </Command.Group>
  )
}

const targetValue = (target: SearchTarget): string => `${target.network} ${target.address}`
const matchValue = (match: SearchResult): string => `${match.kind} ${match.id}`
const actionValue = (action: Action): string => `${action.group} ${action.name}`

/** Maximum number of stored tokens listed before anything is typed. */
const MAX_RECENT = 6
const MAX_HITS = 8

/** Parts of any case that contain every word. */
function useCaseHits(text: string): readonly CaseHit[] {
  const wanted = useDeferredValue(text.trim())
  const { data } = useQuery(caseSearchQuery(useClient(), wanted, null))
  return wanted.length < SEARCH_CHARS ? [] : (data?.value.hits ?? []).slice(0, MAX_HITS)
}

function PaletteBody({ given }: { given: string }) {
  const navigate = useNavigate()
  const actions = useActions()
  const [text, setText] = useState(given)
  // null selects the first item of the current list.
  const [chosen, setChosen] = useState<string | null>(null)
  const found = useSearch(text)
  const targets = text.trim() === '' ? found.targets.slice(0, MAX_RECENT) : found.targets
  const shown = actions.filter((action) => matchesAction(action, text))
  const groups = [...new Set(shown.map((action) => action.group))]
  const hits = useCaseHits(text)
  // Enter right after the last key takes the first match of the whole text, so the text is not deferred here.
  const { matches, select } = useTokenMatches(text)
  // A pasted wallet of the open token means that wallet, not a token address.
  const isWallet = matches.some(({ id }) => id === found.targets[0]?.address)
  const inToken = matches.map(matchValue)
  const [first] = [
    ...(isWallet ? inToken : []),
    ...targets.map(targetValue),
    ...(isWallet ? [] : inToken),
    ...shown.map(actionValue),
    ...hits.map(hitKey),
  ]

  const type = (next: string): void => {
    setText(next)
    setChosen(null)
  }
  const openTarget = (target: SearchTarget): void => {
    closePalette()
    void navigate({ to: '/t/$network/$address', params: { network: target.network, address: target.address } })
  }

  const openHit = (hit: CaseHit): void => {
    const hash = hitHash(hit)
    closePalette()
    void navigate({ to: '/cases/$id', params: { id: hit.case_id }, ...(hash === undefined ? {} : { hash }) })
  }

  const wallets =
    matches.length === 0 ? null : (
      <Command.Group heading="In this token">
        {matches.map((match) => (
          <Command.Item
            key={matchValue(match)}
            value={matchValue(match)}
            className="target row"
            onSelect={() => {
              closePalette()
              select(match)
            }}
          >
            {match.kind === 'cluster' ? null : <Avatar address={match.id} size={16} />}
            <span className="target-name truncate">{match.kind === 'cluster' ? <ClusterMark index={match.id} full /> : match.name}</span>
            <span className="quiet">{match.note}</span>
          </Command.Item>
        ))}
      </Command.Group>
    )

  return (
    <Command label="Search and commands" shouldFilter={false} loop value={chosen ?? first ?? ''} onValueChange={setChosen}>
      <div className="palette-box row quiet">
        <Icon name="search" />
        <Command.Input
          className="search-input"
          value={text}
          onValueChange={type}
          placeholder="Search tokens, wallets, clusters and actions, or paste an address"
          data-first-focus
        />
        <Kbd keys="Esc" />
      </div>
      {found.error !== null || found.ambiguous ? (
        <p className="palette-hint">{found.error ?? 'This address is valid on several networks. Choose one.'}</p>
      ) : null}
      <Command.List className="palette-list">
        <Command.Empty className="palette-empty">No results. Paste a token address to open it.</Command.Empty>
        {isWallet ? wallets : null}
        {targets.length === 0 ? null : (
          <Command.Group heading="Tokens">
            {targets.map((target) => (
              <Command.Item
                key={`${target.network}${target.address}`}
                value={targetValue(target)}
                className="target row"
                onSelect={() => openTarget(target)}
              >
                <SearchResultRow target={target} />
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {isWallet ? null : wallets}
        <WalletPages text={text} />
        {groups.map((group) => (
          <Command.Group key={group} heading={group}>
            {shown
              .filter((action) => action.group === group)
              .map((action) => (
                <Command.Item
                  key={action.name}
                  value={actionValue(action)}
                  className="target row"
                  onSelect={() => {
                    closePalette()
                    action.run()
                  }}
                >
                  <Icon name={action.icon} />
                  <span className="target-name truncate">{action.name}</span>
                  {action.keys === undefined ? null : <Kbd keys={action.keys} />}
                </Command.Item>
              ))}
          </Command.Group>
        ))}
        {hits.length === 0 ? null : (
          <Command.Group heading="In cases">
            {hits.map((hit) => (
              <Command.Item key={hitKey(hit)} value={hitKey(hit)} className="target row" onSelect={() => openHit(hit)}>
                <Icon name="cases" />
                <span className="target-name truncate">{hit.text}</span>
                <span className="quiet">
                  {HIT_KIND_TEXT[hit.kind]} · {caseName({ name: hit.case_name })}
                </span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
      </Command.List>
    </Command>
  )
}
