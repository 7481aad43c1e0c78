import type { InCommonRecord } from '../../../src-shared/contract/records/in-common.ts'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { WalletName } from '../../ui/WalletName.tsx'
import { RoleTags } from '../../ui/RoleTags.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Age, Percent } from '../../ui/Value.tsx'
import styles from './Common.module.css'
import { distinctSymbol } from '../../../src-shared/domain/shown.ts'

type Wallet = InCommonRecord['wallets'][number]
type InToken = Wallet['in'][number]

/** Shared wallets, with a column per token. */
export function SharedWallets({ found: { tokens, network }, wallets, label }: { found: InCommonRecord; wallets: readonly Wallet[]; label: string }) {
  return (
    <PlainTable scrolls aria-label={label} columns={['Wallet', ...tokens.map(({ address }) => distinctSymbol(tokens, address))]}>
      {wallets.map((wallet) => (
        <tr key={wallet.address}>
          <th scope="row">
            <span className={styles['who']}>
              <WalletName network={network} wallet={wallet} />
            </span>
          </th>
          {tokens.map(({ address }) => {
            const inToken = wallet.in.find(({ token }) => token === address)
            return <td key={address}>{inToken === undefined ? null : <InTokenFigures inToken={inToken} />}</td>
          })}
        </tr>
      ))}
    </PlainTable>
  )
}

function InTokenFigures({ inToken: { roles, percentage, balance, cluster, first_trade } }: { inToken: InToken }) {
  return (
    <span className={styles['holding']}>
      {balance === 0 ? <span className="quiet">holds none</span> : <Percent value={percentage} />}
      <span className="tags">
        <RoleTags roles={roles} />
        {cluster === null ? null : <Tag text={`Cluster ${cluster + 1}`} />}
      </span>
      {first_trade === null ? null : (
        <span className={styles['when']}>
          first trade <Age at={first_trade} />
        </span>
      )}
    </span>
  )
}
