import { useQuery } from '@tanstack/react-query'
import { SUBJECT_KINDS, SUBJECT_NAMES, type SubjectKind, type WatchSubject } from '../../../src-shared/domain/watch.ts'
import { isNetworkId, NETWORK_IDS, NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { tokensQuery } from '../../api/service-queries.ts'
import { useOpenCase } from '../../api/use-case.ts'
import { useTokenSymbols } from '../../api/use-token-symbols.ts'
import { shortAddress } from '../../format/address.ts'
import { capitalize } from '../../format/capitalize.ts'
import { Choice, NumberField, TextField } from './fields.tsx'
import styles from './Watch.module.css'

interface Props<S extends WatchSubject = WatchSubject> {
  readonly subject: S
  readonly onChange: (subject: WatchSubject) => void
}

type Of<K extends SubjectKind> = Extract<WatchSubject, { kind: K }>

export function SubjectFields({ subject, onChange }: Props) {
  return (
    <div className={styles['fields']}>
      <Choice
        label="Watch"
        value={subject.kind}
        options={SUBJECT_KINDS.map((kind) => [kind, capitalize(SUBJECT_NAMES[kind])])}
        onChange={(kind) => onChange(firstSubject(kind))}
      />
      <Parts subject={subject} onChange={onChange} />
    </div>
  )
}

function firstSubject(kind: SubjectKind): WatchSubject {
  const address = { network: 'evm', address: '' } as const
  switch (kind) {
    case 'token':
      return { kind, network: 'sol', token_address: '' }
    case 'cluster':
      return { kind, network: 'sol', token_address: '', cluster: 0 }
    case 'wallet':
    case 'creator':
      return { kind, ...address }
    case 'tag':
      return { kind, name: '' }
    case 'entity':
      return { kind, case: '', entity: '' }
    case 'followed':
      return { kind }
  }
}

function Parts({ subject, onChange }: Props) {
  switch (subject.kind) {
    case 'token':
    case 'cluster':
      return <TokenParts subject={subject} onChange={onChange} />
    case 'wallet':
    case 'creator':
      return (
        <>
          <Choice
            label="Network"
            value={subject.network}
            options={[['evm', 'Every EVM network'], ...NETWORK_IDS.map((id) => [id, NETWORKS[id].name] as const)]}
            onChange={(network) => onChange({ ...subject, network })}
          />
          <TextField label="Address" value={subject.address} onChange={(address) => onChange({ ...subject, address })} />
        </>
      )
    case 'tag':
      return <TextField label="Name of the tag" value={subject.name} placeholder="In any case" onChange={(name) => onChange({ ...subject, name })} />
    case 'entity':
      return <EntityPart subject={subject} onChange={onChange} />
    case 'followed':
      return null
  }
}

function TokenParts({ subject, onChange }: Props<Of<'token'> | Of<'cluster'>>) {
  const { data } = useQuery(tokensQuery(useClient()))
  const chosen = subject.token_address === '' ? '' : `${subject.network}:${subject.token_address}`
  const symbolOf = useTokenSymbols()
  const stored = (data?.value.tokens ?? []).map(
    ({ network, address }) =>
      [`${network}:${address}`, `${symbolOf(network, address) ?? shortAddress(address)} (${NETWORKS[network].name})`] as const,
  )
  const isListed = chosen === '' || stored.some(([key]) => key === chosen)
  const options = [['', 'Choose a stored token'] as const, ...(isListed ? [] : [[chosen, shortAddress(subject.token_address)] as const]), ...stored]
  const choose = (key: string): void => {
    const at = key.indexOf(':')
    const network = key.slice(0, at)
    if (isNetworkId(network)) onChange({ ...subject, network, token_address: key.slice(at + 1) })
  }
  return (
    <>
      <Choice<string> label="Token" value={chosen} options={options} onChange={choose} />
      {subject.kind === 'token' ? null : (
        <NumberField
          label="Cluster"
          value={subject.cluster + 1}
          min={1}
          max={100_000}
          whole
          onChange={(number) => onChange({ ...subject, cluster: number - 1 })}
        />
      )}
    </>
  )
}

function EntityPart({ subject, onChange }: Props<Of<'entity'>>) {
  const open = useOpenCase()
  const entities = open?.entities.filter(({ rule }) => rule === 'owner_said') ?? []
  if (open === null || entities.length === 0) return <p className="quiet">Open a case that has entities to choose one.</p>
  const options = [['', 'Choose an entity'] as const, ...entities.map(({ id, name }) => [id, name ?? `Entity ${id}`] as const)]
  return (
    <Choice<string>
      label="Entity"
      value={subject.case === open.id ? subject.entity : ''}
      options={options}
      onChange={(entity) => onChange({ ...subject, case: entity === '' ? '' : open.id, entity })}
    />
  )
}
