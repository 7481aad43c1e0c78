import { Link } from '@tanstack/react-router'
import type { InCommonRecord } from '../../../src-shared/contract/records/in-common.ts'
import { chanceText, mayShareMore, overlapModelText } from '../../../src-shared/domain/chance.ts'
import { WALLET_ROLE_TEXT } from '../../format/wallet-role-text.ts'
import { formatCount } from '../../format/number.ts'
import { cx } from '../../ui/cx.ts'
import { AgeCell, AmountCell, PlainTable } from '../../ui/PlainTable.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Age } from '../../ui/Value.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './Common.module.css'
import { distinctSymbol } from '../../../src-shared/domain/shown.ts'

type Shared = InCommonRecord['overlaps'][number]['wallets']

/** The tokens, and how many wallets each pair of them shares. */
export function Overlaps({ found }: { found: InCommonRecord }) {
  const { overlaps, population, tokens } = found
  return (
    <Section id="common-overlaps" title="Overlap">
      <PlainTable
        scrolls
        aria-label="Compared tokens"
        columns={['Token', { end: 'Wallets' }, { end: 'Early' }, { end: 'Funder stored' }, 'Roles counted', { end: 'Balances as of' }]}
      >
        {tokens.map((token) => (
          <tr key={token.address}>
            <th scope="row">
              <Link to="/t/$network/$address" params={{ network: found.network, address: token.address }}>
                {distinctSymbol(tokens, token.address)}
              </Link>
            </th>
            <td className="end num">
              {token.holders_complete ? '' : 'at least '}
              {formatCount(token.wallets)}
            </td>
            <td className="end num">{token.early === null ? '–' : formatCount(token.early)}</td>
            <td className="end num">{formatCount(token.funded)}</td>
            <td>
              <Counted token={token} />
            </td>
            <AgeCell at={token.as_of} end />
          </tr>
        ))}
      </PlainTable>
      <div className={cx('plain-table-scroll', styles['pairs'])}>
        <PlainTable
          aria-labelledby="common-overlaps"
          columns={[
            'Tokens',
            { end: 'Wallets in both' },
            { end: 'Expected' },
            { end: 'Chance' },
            { end: 'Early in both' },
            { end: 'Expected early' },
            { end: 'Chance early' },
          ]}
        >
          {overlaps.map(({ tokens: [a = '', b = ''], wallets, early }) => (
            <tr key={`${a} ${b}`}>
              <th scope="row" className={styles['pair']}>
                {distinctSymbol(tokens, a)} and {distinctSymbol(tokens, b)}
              </th>
              <SharedCells shared={wallets} isLeast={mayShareMore(tokens, [a, b])} />
              <SharedCells shared={early} isLeast={false} />
            </tr>
          ))}
        </PlainTable>
      </div>
      <p className="block-foot quiet">
        {overlapModelText(population)}
        {population.others === 0 ? '' : ' A dash means unknown.'}
      </p>
    </Section>
  )
}

/** @param isLeast a token lacks holders, of whom more may be in both */
function SharedCells({ shared: { shared, expected, probability }, isLeast }: { shared: Shared; isLeast: boolean }) {
  return (
    <>
      <td className="end num">{shared === null ? '–' : `${isLeast ? 'at least ' : ''}${formatCount(shared)}`}</td>
      <AmountCell value={expected} />
      <td className="end num" title={probability === null ? undefined : String(probability)}>
        {probability === null ? '–' : chanceText(probability)}
      </td>
    </>
  )
}

function Counted({ token: { counted } }: { token: InCommonRecord['tokens'][number] }) {
  if (counted === null) return <Tag tone="unknown" text="Not counted" />
  const unknown = counted.roles_unknown.map((role) => WALLET_ROLE_TEXT[role].toLowerCase()).join(', ')
  return (
    <span className="tags">
      <Age at={counted.as_of} />
      {counted.current_rules ? null : (
        <Tag
          tone="warning"
          title="Thresholds or the public case changed since. The next snapshot counts under the rules in force."
          text="Other rules"
        />
      )}
      {unknown === '' ? null : (
        <Tag tone="unknown" title={`The stored facts do not decide: ${unknown}.`} text={`${counted.roles_unknown.length} unknown`} />
      )}
    </span>
  )
}
