import { Link } from '@tanstack/react-router'
import type { WalletOverview } from '../../../src-shared/contract/records/wallets.ts'
import { fullerResult } from '../../../src-shared/domain/fuller-result.ts'
import { countOf, coverageText, distinctSymbol } from '../../../src-shared/domain/shown.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { shortAddress } from '../../format/address.ts'
import { formatCount, formatUsd } from '../../format/number.ts'
import { WALLET_CLASS_TEXT } from '../../format/wallet-class-text.ts'
import { WALLET_ROLE_TEXT } from '../../format/wallet-role-text.ts'
import { cx } from '../../ui/cx.ts'
import { LabelTags } from '../../ui/LabelTags.tsx'
import { RoleTags } from '../../ui/RoleTags.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Age, Amount, Percent } from '../../ui/Value.tsx'
import styles from './Wallet.module.css'

type TokenRow = WalletOverview['tokens'][number]
type Figures = NonNullable<TokenRow['wallet']>

const COLUMNS = ['Share', 'Balance', 'Bought', 'Sold', 'Realised', 'Unrealised', 'Last trade'] as const
/** Hidden in a narrow window. */
const ROOMY_COLUMNS: ReadonlySet<(typeof COLUMNS)[number]> = new Set(['Balance', 'Bought', 'Sold', 'Last trade'])

const classOf = (column: (typeof COLUMNS)[number]): string => cx('end', ROOMY_COLUMNS.has(column) && styles['roomy'])

export function WalletTokens({ found }: { found: WalletOverview }) {
  const { tokens, tokens_total, network } = found
  const coin = NETWORKS[network].native.symbol
  return (
    <>
      <p className="block-text">
        Results use the average cost, in {coin}, or in the currency of most trades if that is dollars or another coin. A dash means unknown, for
        example the cost of tokens that were received without a trade.
      </p>
      <div className="plain-table-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Token</th>
              <th scope="col">Roles</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={classOf(column)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <tr key={token.address}>
                <th scope="row">
                  <Link to="/t/$network/$address" params={{ network, address: token.address }}>
                    {distinctSymbol(tokens, token.address)}
                  </Link>
                  <span className={styles['under']} title={token.coverage === null ? (token.name ?? undefined) : coverageText(token.coverage)}>
                    {token.coverage === null ? token.name : coverageText(token.coverage)}
                  </span>
                </th>
                <td>{token.wallet === null ? <Tag tone="unknown" text="Not computed" /> : <Roles figures={token.wallet} />}</td>
                {token.wallet === null ? <td colSpan={COLUMNS.length} /> : <FigureCells figures={token.wallet} coin={coin} />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {tokens_total > tokens.length ? <p className="quiet">{formatCount(tokens_total - tokens.length)} older tokens are left out.</p> : null}
    </>
  )
}

/** A fresh wallet is not also tagged as recent. */
const shownClasses = (classes: Figures['classes']): Figures['classes'] =>
  classes.includes('fresh_day') ? classes.filter((name) => name !== 'fresh_month') : classes

function Roles({ figures: { tags, roles, roles_unknown, classes, cluster } }: { figures: Figures }) {
  const unknown = roles_unknown.map((role) => WALLET_ROLE_TEXT[role].toLowerCase()).join(', ')
  return (
    <span className={cx('tags', styles['roles'])}>
      <LabelTags tags={tags} />
      <RoleTags roles={roles} />
      {cluster === null ? null : <Tag text={`Cluster ${cluster + 1}`} />}
      {shownClasses(classes).map((name) => (
        <Tag key={name} title={WALLET_CLASS_TEXT[name].question} text={WALLET_CLASS_TEXT[name].label} />
      ))}
      {unknown === '' ? null : (
        <Tag
          tone="unknown"
          title={`The stored facts do not decide: ${unknown}.`}
          text={roles_unknown.length === 4 ? 'Roles unknown' : `${roles_unknown.length} unknown`}
        />
      )}
    </span>
  )
}

function FigureCells({ figures, coin }: { figures: Figures; coin: string }) {
  const { percentage, balance, bought, sold, last_trade } = figures
  const { result, currency } = fullerResult(figures)
  const unit = currency === 'other' && figures.other !== null ? (figures.other.symbol ?? shortAddress(figures.other.token)) : coin
  return (
    <>
      <td className={classOf('Share')}>
        <Percent value={percentage} />
      </td>
      {(
        [
          ['Balance', balance],
          ['Bought', bought],
          ['Sold', sold],
        ] as const
      ).map(([column, value]) => (
        <td key={column} className={classOf(column)}>
          <Amount value={value} />
        </td>
      ))}
      {[result.realised, result.unrealised].map((value, i) => (
        <td key={COLUMNS[i + 4]} className="end">
          {currency === 'usd' ? <span className="num">{formatUsd(value)}</span> : <Amount value={value} unit={value === null ? null : unit} />}
          {i === 0 && (result.left_out ?? 0) > 0 ? <span className={styles['under']}>{countOf(result.left_out ?? 0, 'trade')} left out</span> : null}
        </td>
      ))}
      <td className={classOf('Last trade')}>
        <Age at={last_trade} />
      </td>
    </>
  )
}
