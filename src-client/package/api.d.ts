import type { components, operations } from './openapi.js'

/** The types of calls and streams under the names that the client uses. */

type Present<T> = [T] extends [never] ? undefined : T
type Json<Content> = Content extends { content: { 'application/json': infer Value } } ? Value : never
type Responses<Id extends keyof operations> = operations[Id]['responses']
type Success<R> = R extends { 200: infer S } ? Json<S> : R extends { 201: infer S } ? Json<S> : R extends { 202: infer S } ? Json<S> : never

/** Routes that answer JSON. */
export type CallId = { [Id in keyof operations]: [Success<Responses<Id>>] extends [never] ? never : Id }[keyof operations]
export type CallParams<Id extends CallId> = Present<NonNullable<operations[Id]['parameters']['path']>>
export type CallQuery<Id extends CallId> = Present<NonNullable<operations[Id]['parameters']['query']>>
export type CallBody<Id extends CallId> = operations[Id] extends { requestBody: infer Body } ? Json<Body> : undefined
export type CallAnswer<Id extends CallId> = Success<Responses<Id>>

export type ApiErrorCode = components['schemas']['Error']['code']
export type NetworkId = CallParams<'overview'>['network']
export type StreamName = keyof components['schemas']['StreamData']
export type StreamData<S extends StreamName> = components['schemas']['StreamData'][S]
export type Trade = components['schemas']['Trade']
