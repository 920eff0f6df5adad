export { ModelEndpoint, type EndpointRequest, type ModelEndpointOptions, type Utterance } from './model-endpoint.ts';
export type { Misbehaviour } from './misbehaviour.ts';
