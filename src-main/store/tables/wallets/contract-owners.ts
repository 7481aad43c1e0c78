import type { ContractOwner } from '../../../../src-shared/domain/token.ts'
import { addressId } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { bumpToken } from '../tokens/revisions.ts'
import type { Read, Write } from '../calls.ts'

/** By contract. */
export const contractOwners: Read<'contractOwners'> = (db, token) =>
  db.all<ContractOwner>(sql`
    SELECT contract.text AS contract, owner.text AS owner, deployer_nonce AS "deployerNonce"
    FROM contract_owner JOIN address AS contract ON contract.id = contract_owner.contract JOIN address AS owner ON owner.id = contract_owner.owner
    WHERE token = ${addressId(db, token)} ORDER BY contract.text`)

/** Replaces the owners that an earlier read stored for these contracts, because owners change. */
export const saveContractOwners: Write<'saveContractOwners'> = (db, { token, contracts, rows }) => {
  const asked = new Set(contracts)
  const stored = contractOwners(db, token).filter(({ contract }) => asked.has(contract))
  const wanted = [...rows].sort((x, y) => (x.contract < y.contract ? -1 : 1))
  const textOf = ({ contract, owner, deployerNonce }: ContractOwner): string => [contract, owner, deployerNonce].join()
  if (stored.map(textOf).join() === wanted.map(textOf).join()) return
  const id = db.intern.address(token.network, token.address)
  db.runAll('DELETE FROM contract_owner WHERE token = ? AND contract = ?', stored, ({ contract }) => [id, db.intern.address(token.network, contract)])
  db.runAll(
    'INSERT INTO contract_owner (token, contract, owner, deployer_nonce) VALUES (?, ?, ?, ?)',
    wanted,
    ({ contract, owner, deployerNonce }) => [id, db.intern.address(token.network, contract), db.intern.address(token.network, owner), deployerNonce],
  )
  bumpToken(db, id)
}
