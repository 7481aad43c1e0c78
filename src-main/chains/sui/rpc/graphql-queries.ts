import { z } from 'zod'
import { address, amount, count } from '../transaction/fields.ts'

/** Every GraphQL query with the schema of its answer. A test validates each against the schema of the Sui GraphQL service. */

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const bytes = z.string().transform((text) => new Uint8Array(Buffer.from(text, 'base64')))

export const AVAILABLE_RANGE = {
  name: 'availableRange',
  text: `query AvailableRange($field: String!) {
    serviceConfig {
      availableRange(type: "Query", field: $field, filters: []) { first { sequenceNumber } last { sequenceNumber } }
      maxPageSize(type: "Query", field: $field)
      maxMultiGetSize
    }
  }`,
  answer: z.object({
    serviceConfig: z.object({
      availableRange: z.object({
        first: z.object({ sequenceNumber: count }).nullable(),
        last: z.object({ sequenceNumber: count }).nullable(),
      }),
      maxPageSize: z.number().int().positive().nullable(),
      maxMultiGetSize: z.number().int().positive().nullable(),
    }),
  }),
}

const owner = z.discriminatedUnion('__typename', [
  z.object({ __typename: z.literal('AddressOwner'), address: z.object({ address }) }),
  z.object({ __typename: z.literal('ConsensusAddressOwner'), address: z.object({ address }) }),
  z.object({ __typename: z.literal('ObjectOwner'), address: z.object({ address }) }),
  z.object({ __typename: z.literal('Shared') }),
  z.object({ __typename: z.literal('Immutable') }),
])

/** Live objects of one exact type at one checkpoint. */
export const OBJECTS_OF_TYPE = {
  name: 'objects',
  text: `query ObjectsOfType($at: UInt53!, $type: String!, $first: Int!, $after: String) {
    checkpoint(sequenceNumber: $at) {
      query {
        objects(filter: { type: $type }, first: $first, after: $after) {
          pageInfo { hasNextPage endCursor }
          nodes {
            address
            owner {
              __typename
              ... on AddressOwner { address { address } }
              ... on ConsensusAddressOwner { address { address } }
              ... on ObjectOwner { address { address } }
            }
            asMoveObject { contents { bcs } }
          }
        }
      }
    }
  }`,
  answer: z.object({
    checkpoint: z
      .object({
        query: z
          .object({
            objects: z
              .object({
                pageInfo,
                nodes: z.array(
                  z.object({
                    address,
                    owner: owner.nullable(),
                    asMoveObject: z.object({ contents: z.object({ bcs: bytes.nullable() }).nullable() }).nullable(),
                  }),
                ),
              })
              .nullable(),
          })
          .nullable(),
      })
      .nullable(),
  }),
}

/** Total balances of accounts at one checkpoint: coins and address balance. */
export const BALANCES = {
  name: 'multiGetBalances',
  text: `query Balances($at: UInt53!, $keys: [BalanceKey!]!) {
    checkpoint(sequenceNumber: $at) {
      query { multiGetBalances(keys: $keys) { totalBalance } }
    }
  }`,
  answer: z.object({
    checkpoint: z
      .object({ query: z.object({ multiGetBalances: z.array(z.object({ totalBalance: amount.nullable() })).nullable() }).nullable() })
      .nullable(),
  }),
}

/** Contents of objects at one checkpoint, as JSON. */
export const OBJECT_CONTENTS = {
  name: 'multiGetObjects',
  text: `query ObjectContents($at: UInt53!, $keys: [ObjectKey!]!) {
    checkpoint(sequenceNumber: $at) {
      query { multiGetObjects(keys: $keys) { address asMoveObject { contents { type { repr } json } } } }
    }
  }`,
  answer: z.object({
    checkpoint: z
      .object({
        query: z
          .object({
            multiGetObjects: z.array(
              z
                .object({
                  address,
                  asMoveObject: z.object({ contents: z.object({ type: z.object({ repr: z.string() }), json: z.unknown() }).nullable() }).nullable(),
                })
                .nullable(),
            ),
          })
          .nullable(),
      })
      .nullable(),
  }),
}

/** Who published a package, and when. Works if gRPC keeps no old transactions. */
export const PUBLISHER = {
  name: 'package',
  text: `query Publisher($package: SuiAddress!) {
    package(address: $package) {
      previousTransaction {
        digest
        sender { address }
        effects { timestamp checkpoint { sequenceNumber } }
      }
    }
  }`,
  answer: z.object({
    package: z
      .object({
        previousTransaction: z
          .object({
            digest: z.string(),
            sender: z.object({ address }).nullable(),
            effects: z.object({ timestamp: z.string().nullable(), checkpoint: z.object({ sequenceNumber: count }).nullable() }).nullable(),
          })
          .nullable(),
      })
      .nullable(),
  }),
}

/** First transactions that touched an account, oldest first; for endpoints whose gRPC keeps no old checkpoints. */
export const FIRST_TRANSACTIONS = {
  name: 'transactions',
  text: `query FirstTransactions($wallet: SuiAddress!, $before: UInt53!, $first: Int!) {
    transactions(first: $first, filter: { affectedAddress: $wallet, beforeCheckpoint: $before }) {
      pageInfo { hasNextPage endCursor }
      nodes {
        digest
        sender { address }
        gasInput { gasSponsor { address } }
        effects {
          status
          timestamp
          checkpoint { sequenceNumber }
          gasEffects { gasSummary { computationCost storageCost storageRebate } }
          balanceChanges(first: 50) { pageInfo { hasNextPage endCursor } nodes { owner { address } amount coinType { repr } } }
        }
      }
    }
  }`,
  answer: z.object({ transactions: z.object({ pageInfo, nodes: z.array(z.unknown()) }).nullable() }),
}

/** The balance changes of one transaction that follow those of an earlier page. */
export const BALANCE_CHANGES = {
  name: 'transactionEffects',
  text: `query BalanceChanges($digest: String!, $after: String) {
    transactionEffects(digest: $digest) {
      balanceChanges(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes { owner { address } amount coinType { repr } } }
    }
  }`,
  answer: z.object({
    transactionEffects: z.object({ balanceChanges: z.object({ pageInfo, nodes: z.array(z.unknown()) }).nullable() }).nullable(),
  }),
}

export const ALL_QUERIES = [AVAILABLE_RANGE, OBJECTS_OF_TYPE, BALANCES, OBJECT_CONTENTS, PUBLISHER, FIRST_TRANSACTIONS, BALANCE_CHANGES]
