// The floor: a Node HTTP server that parses a JSON body and answers with one.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(parts).toString());
    const body = JSON.stringify({ jsonrpc: '2.0', id, result: {} });
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body);
  });
});
server.listen(0, '127.0.0.1', () =>
  process.stderr.write(`${JSON.stringify({ event: 'http_listening', port: server.address().port })}\n`),
);
