from boston7.cli import main

main()
