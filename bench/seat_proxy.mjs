// A proxy as the documented one stands before a room: TLS and HTTP/2 outside, plain HTTP inside.
// node seat_proxy.mjs PORT ROOM_PORT KEY CERT
import { readFileSync } from "node:fs";
import http from "node:http";
import http2 from "node:http2";
import net from "node:net";

const [port, room, key, cert] = process.argv.slice(2);
const own = { host: `127.0.0.1:${room}`, origin: `http://127.0.0.1:${room}` };
const hop = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "http2-settings"]);

const inside = (headers) => {
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith(":") && !hop.has(name));
  const told = { ...Object.fromEntries(kept), host: own.host };
  return told.origin ? { ...told, origin: own.origin } : told;
};

const server = http2.createSecureServer({ key: readFileSync(key), cert: readFileSync(cert), allowHTTP1: true });
server.on("request", (request, response) => {
  const { method, url: path, headers } = request;
  const asked = http.request({ port: room, host: "127.0.0.1", method, path, headers: inside(headers) }, (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !hop.has(name));
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
    answer.pipe(response);
  });
  asked.on("error", () => response.destroy());
  request.pipe(asked);
});
server.on("upgrade", (request, socket, head) => {
  const line = net.connect(Number(room), "127.0.0.1", () => {
    const headers = { ...inside(request.headers), connection: "Upgrade", upgrade: "websocket" };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    line.write(`GET ${request.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    line.write(head);
    line.pipe(socket);
    socket.pipe(line);
  });
  for (const end of [line, socket]) end.on("error", () => (line.destroy(), socket.destroy()));
});
server.listen(Number(port), "127.0.0.1", () => console.log("ready"));
