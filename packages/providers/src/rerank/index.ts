export { createEndpointReranker, type EndpointRerankerOptions } from './endpoint-reranker.ts';
