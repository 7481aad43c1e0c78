import { trustedAddress, type TokenKey } from '../../../../src-shared/domain/address.ts'
import type { ContractOwner } from '../../../../src-shared/domain/token.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { bumpToken } from '../tokens/revisions.ts'

/** By contract. */
export function contractOwners(db: ReadDb, token: TokenKey): ContractOwner[] {
  const id = addressId(db, token.network, token.address)
  if (id === null) return []
  return db
    .all<{ contract: string; owner: string }>(
      sql`
    SELECT contract.text AS contract, owner.text AS owner
    FROM contract_owner JOIN address AS contract ON contract.id = contract_owner.contract JOIN address AS owner ON owner.id = contract_owner.owner
    WHERE token = ${id} ORDER BY contract.text`,
    )
    .map((row) => ({ contract: trustedAddress(row.contract), owner: trustedAddress(row.owner) }))
}

/** Replaces what an earlier read stored, because owners change. */
export function saveContractOwners(db: WriteDb, { token, rows }: { token: TokenKey; rows: readonly ContractOwner[] }): void {
  const wanted = [...rows].sort((x, y) => (x.contract < y.contract ? -1 : 1))
  if (JSON.stringify(contractOwners(db, token)) === JSON.stringify(wanted.map(({ contract, owner }) => ({ contract, owner })))) return
  const id = db.intern.address(token.network, token.address)
  db.run(sql`DELETE FROM contract_owner WHERE token = ${id}`)
  db.runAll('INSERT INTO contract_owner (token, contract, owner) VALUES (?, ?, ?)', wanted, ({ contract, owner }) => [
    id,
    db.intern.address(token.network, contract),
    db.intern.address(token.network, owner),
  ])
  bumpToken(db, id)
}
